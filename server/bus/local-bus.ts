import { createSubscribers, type Bus } from './bus.ts'

export function createLocalBus(): Bus {
  const subscribers = createSubscribers()
  return {
    publish: async (message) => queueMicrotask(() => subscribers.message(message)),
    subscribe: subscribers.subscribe,
    close: async () => {},
  }
}
