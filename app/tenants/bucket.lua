-- Token buckets, one a key; all give or none does. ARGV: for each key its tokens a minute and the tokens wanted.
-- A bucket holds a minute's worth. Answers the milliseconds to wait, 0 when the tokens were taken.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local left, wait = {}, 0
for i, key in ipairs(KEYS) do
  local rate, wanted = tonumber(ARGV[2 * i - 1]), tonumber(ARGV[2 * i])
  local held = redis.call('HMGET', key, 'tokens', 'at')
  local tokens = tonumber(held[1]) or rate
  local at = tonumber(held[2]) or now
  tokens = math.min(rate, tokens + math.max(0, now - at) * rate / 60000)
  left[i] = tokens - math.min(wanted, rate)
  if left[i] < 0 then
    wait = math.max(wait, math.ceil(-left[i] * 60000 / rate))
  end
end
if wait == 0 then
  for i, key in ipairs(KEYS) do
    redis.call('HSET', key, 'tokens', left[i], 'at', now)
    redis.call('PEXPIRE', key, 120000)
  end
end
return wait
