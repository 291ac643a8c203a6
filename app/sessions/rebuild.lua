-- KEYS[1] the window list. ARGV: last seq of the entries, most entries kept, seconds to live, the entries.
-- A rebuild that was read before somebody else's append must not put the older tail back.
local last = redis.call('LINDEX', KEYS[1], -1)
if last and tonumber(string.match(last, '^%d+')) > tonumber(ARGV[1]) then
  return 0
end
redis.call('DEL', KEYS[1])
if #ARGV > 3 then
  redis.call('RPUSH', KEYS[1], unpack(ARGV, 4))
  redis.call('LTRIM', KEYS[1], -tonumber(ARGV[2]), -1)
  redis.call('EXPIRE', KEYS[1], tonumber(ARGV[3]))
end
return 1
