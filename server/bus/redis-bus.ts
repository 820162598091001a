import type { Logger } from '#server/lib/log.ts'
import type { Redis } from '#server/redis/connection.ts'
import { createSubscribers, type Bus } from './bus.ts'

const CHANNEL = 'watek'

/** Messages that Redis refuses are sent by `fallback`, to which every process is subscribed as well. */
export async function createRedisBus(redis: Redis, fallback: Bus, log: Logger): Promise<Bus> {
  const subscribers = createSubscribers(log)
  fallback.subscribe(subscribers.message, subscribers.gap)
  await redis.subscribe(CHANNEL, subscribers.message, subscribers.gap)
  return {
    async publish(message) {
      const sent = await redis.run((client) => client.publish(CHANNEL, message))
      if (!sent) await fallback.publish(message)
    },
    subscribe: subscribers.subscribe,
    close: () => fallback.close(),
  }
}
