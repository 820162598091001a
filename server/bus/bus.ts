import type { Logger } from '#server/lib/log.ts'

/** Broadcasts short messages to all server processes of the forum, including the sending one. */
export type Bus = {
  /** A message of at most 7,000 bytes may arrive twice or, after a broken connection, not at all. Never throws. */
  publish: (message: string) => Promise<void>
  /** `onGap` is called when messages may have been lost; the returned function ends the subscription. */
  subscribe: (onMessage: (message: string) => void, onGap: () => void) => () => void
  close: () => Promise<void>
}

export const MAX_MESSAGE_BYTES = 7_000

/** An error in one subscriber ends neither the process nor the other subscribers. */
export function createSubscribers(log: Logger) {
  type Subscriber = { onMessage: (message: string) => void; onGap: () => void }
  const subscribers = new Set<Subscriber>()
  function deliver({ onMessage }: Subscriber, message: string): void {
    try {
      onMessage(message)
    } catch (error) {
      log.warn('A message to all processes could not be used', { bytes: message.length, error })
    }
  }
  return {
    message: (message: string) => subscribers.forEach((subscriber) => deliver(subscriber, message)),
    gap: () => subscribers.forEach(({ onGap }) => onGap()),
    subscribe(onMessage: Subscriber['onMessage'], onGap: Subscriber['onGap']) {
      const subscriber = { onMessage, onGap }
      subscribers.add(subscriber)
      return () => void subscribers.delete(subscriber)
    },
  }
}
