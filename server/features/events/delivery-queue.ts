import type { Entry } from './history.ts'

/** Above this number of waiting messages an error is reported; the history then still contains all of them. */
const MAX_QUEUE = 2_000
const MAX_BATCH = 200

type QueueOptions = {
  deliver: (entries: Entry[]) => Promise<void>
  onError: (error: unknown) => void
  lastPosition: () => number
}

/** Delivers bus messages to listeners in order, one batch at a time. */
export function createDeliveryQueue({ deliver, onError, lastPosition }: QueueOptions) {
  const queue: Entry[] = []
  let sending: number | null = null

  async function drain(): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.splice(0, MAX_BATCH)
      sending = batch[0]!.position
      await deliver(batch).catch(onError)
    }
    sending = null
  }

  return {
    add(entry: Entry): void {
      if (queue.push(entry) > MAX_QUEUE) onError(new Error('Too many messages wait'))
      if (sending === null) void drain()
    },
    clear(): void {
      queue.length = 0
    },
    sentUpTo: () => (sending ?? queue[0]?.position ?? lastPosition() + 1) - 1,
  }
}
