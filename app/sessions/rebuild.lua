-- KEYS[1] the window list, KEYS[2] the erase mark. ARGV: last seq of the entries, most entries kept, seconds to live,
-- erase epoch of the user, the entries. A rebuild that was read before somebody else's append must not put the older
-- tail back, and one that was read before an erase must not put anything back.
local erased = redis.call('GET', KEYS[2])
if erased and tonumber(erased) >= tonumber(ARGV[4]) then
  return 0
end
local last = redis.call('LINDEX', KEYS[1], -1)
if last and tonumber(string.match(last, '^%d+')) > tonumber(ARGV[1]) then
  return 0
end
redis.call('DEL', KEYS[1])
if #ARGV > 4 then
  redis.call('RPUSH', KEYS[1], unpack(ARGV, 5))
  redis.call('LTRIM', KEYS[1], -tonumber(ARGV[2]), -1)
  redis.call('EXPIRE', KEYS[1], tonumber(ARGV[3]))
end
return 1
