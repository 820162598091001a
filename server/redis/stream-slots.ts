import type { SharedSlots } from '#server/features/events/stream-slots.ts'
import type { Redis } from './connection.ts'

/** Milliseconds (three heartbeats of an event stream) for which the slots of a dead process still count. */
const LIFE_MS = 75_000

const NOW = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)`

/** KEYS are the limits, sets of event streams by expiry; ARGV are lifetime, stream id, maximum of each limit. */
const TAKE = `${NOW}
for i = 1, #KEYS do
  redis.call('ZREMRANGEBYSCORE', KEYS[i], '-inf', now)
  if redis.call('ZCARD', KEYS[i]) >= tonumber(ARGV[i + 2]) then return 0 end
end
for i = 1, #KEYS do
  redis.call('ZADD', KEYS[i], now + ARGV[1], ARGV[2])
  redis.call('PEXPIRE', KEYS[i], ARGV[1])
end
return 1`

/** KEYS are the limits; ARGV are the lifetime, then per limit the id of the event stream that has a slot there. */
const RENEW = `${NOW}
for i = 1, #KEYS do
  redis.call('ZADD', KEYS[i], now + ARGV[1], ARGV[i + 1])
  redis.call('PEXPIRE', KEYS[i], ARGV[1])
end
return 0`

const RELEASE = `
for i = 1, #KEYS do redis.call('ZREM', KEYS[i], ARGV[1]) end
return 0`

const keysOf = (keys: string[]) => keys.map((key) => `watek:streams:${key}`)

/** While Redis is down each process counts its own event streams. */
export function createRedisStreamSlots(redis: Redis): SharedSlots {
  const run = (script: string, keys: string[], values: string[]) =>
    redis.run((client) => client.send('EVAL', [script, String(keys.length), ...keysOf(keys), ...values]))
  return {
    async take(id, limits) {
      const answer = await run(
        TAKE,
        limits.map(({ key }) => key),
        [String(LIFE_MS), id, ...limits.map(({ max }) => String(max))],
      )
      return answer === null || Number(answer.result) === 1
    },
    async renew(slots) {
      const all = slots.flatMap(({ id, keys }) => keys.map((key) => ({ id, key })))
      await run(
        RENEW,
        all.map(({ key }) => key),
        [String(LIFE_MS), ...all.map(({ id }) => id)],
      )
    },
    async release({ id, keys }) {
      await run(RELEASE, keys, [id])
    },
  }
}
