-- KEYS[1] the window list, KEYS[2] the erase mark, KEYS[3] the label. ARGV: the erased epoch, seconds that the mark lives. The mark is
-- only ever raised.
local erased = redis.call('GET', KEYS[2])
if not erased or tonumber(erased) < tonumber(ARGV[1]) then
  redis.call('SET', KEYS[2], ARGV[1])
end
redis.call('EXPIRE', KEYS[2], tonumber(ARGV[2]))
redis.call('DEL', KEYS[3])
return redis.call('DEL', KEYS[1])
