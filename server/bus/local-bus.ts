import type { Logger } from '#server/lib/log.ts'
import { createSubscribers, type Bus } from './bus.ts'

export function createLocalBus(log: Logger): Bus {
  const subscribers = createSubscribers(log)
  return {
    publish: async (message) => queueMicrotask(() => subscribers.message(message)),
    subscribe: subscribers.subscribe,
    close: async () => {},
  }
}
