-- KEYS[1] the window list. ARGV: first seq of the new messages, most entries kept, seconds to live, the entries.
-- An entry is "seq|…". Where the new messages do not follow the last one, the list goes, and a reader rebuilds it.
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
redis.call('RPUSH', KEYS[1], unpack(ARGV, 4))
redis.call('LTRIM', KEYS[1], -tonumber(ARGV[2]), -1)
redis.call('EXPIRE', KEYS[1], tonumber(ARGV[3]))
return 1
