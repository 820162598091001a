import type { Counter, RateStore } from '#server/lib/rate-limit.ts'
import type { Redis } from './connection.ts'

/**
 * KEYS are the counters; ARGV are 'take' or 'check', then the maximum and the window (ms) of each. Returns the
 * milliseconds until the first full counter is free, or 0.
 */
const SCRIPT = `
for i = 1, #KEYS do
  if tonumber(redis.call('GET', KEYS[i]) or '0') >= tonumber(ARGV[2 * i]) then
    return math.max(1, redis.call('PTTL', KEYS[i]))
  end
end
if ARGV[1] == 'take' then
  for i = 1, #KEYS do
    if redis.call('INCR', KEYS[i]) == 1 then redis.call('PEXPIRE', KEYS[i], ARGV[2 * i + 1]) end
  end
end
return 0`

const GIVE_BACK = `
for i = 1, #KEYS do
  if tonumber(redis.call('GET', KEYS[i]) or '0') > 0 then redis.call('DECR', KEYS[i]) end
end
return 0`

const keyOf = ({ rule, key }: Counter) => `watek:rate:${rule}:${key}`

/** All processes together allow what a single one would; while Redis is down, `fallback` counts. */
export function createRedisRateStore(redis: Redis, fallback: RateStore): RateStore {
  const ask = async (method: 'take' | 'check', counters: Counter[]): Promise<number> => {
    if (counters.length === 0) return 0
    const keys = counters.map(keyOf)
    const limits = counters.flatMap(({ max, windowMs }) => [String(max), String(windowMs)])
    const answer = await redis.run((client) =>
      client.send('EVAL', [SCRIPT, String(keys.length), ...keys, method, ...limits]),
    )
    return answer ? Number(answer.result) : fallback[method](counters)
  }
  return {
    take: (counters) => ask('take', counters),
    check: (counters) => ask('check', counters),
    async giveBack(counters) {
      if (counters.length === 0) return
      const given = await redis.run((client) =>
        client.send('EVAL', [GIVE_BACK, String(counters.length), ...counters.map(keyOf)]),
      )
      if (!given) await fallback.giveBack(counters)
    },
  }
}
