-- KEYS[1] the window list, KEYS[2] the erase mark. ARGV: first seq of the new messages, most entries kept, seconds to
-- live, erase epoch of the user, the entries. An entry is "seq|…". Where the new messages do not follow the last one,
-- the list goes, and a reader rebuilds it. What was said before an erase may come late: it is not taken.
local erased = redis.call('GET', KEYS[2])
if erased and tonumber(erased) >= tonumber(ARGV[4]) then
  return 0
end
local last = redis.call('LINDEX', KEYS[1], -1)
local first = tonumber(ARGV[1])
if last then
  if tonumber(string.match(last, '^%d+')) ~= first - 1 then
    redis.call('DEL', KEYS[1])
    return 0
  end
elseif first ~= 0 then
  return 0
end
redis.call('RPUSH', KEYS[1], unpack(ARGV, 5))
redis.call('LTRIM', KEYS[1], -tonumber(ARGV[2]), -1)
redis.call('EXPIRE', KEYS[1], tonumber(ARGV[3]))
return 1
