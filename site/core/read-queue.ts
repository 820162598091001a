const MIN_DELAY_MS = 2_000
const MAX_DELAY_MS = 60_000

/** Calls `run` after the delay or as soon as the browser is online; returns a function that cancels. */
function scheduleRetry(run: () => void, delayMs: number): () => void {
  const timer = setTimeout(once, delayMs)
  function cancel(): void {
    clearTimeout(timer)
    removeEventListener('online', once)
  }
  function once(): void {
    cancel()
    run()
  }
  addEventListener('online', once)
  return cancel
}

type ReadQueue<Id> = { add: (ids: Iterable<Id>) => void; clear: () => void }

/** Reads changed items one at a time, and retries, so that no stale text stays; `read` must resolve for deleted ids. */
export function createReadQueue<Id>(
  read: (id: Id) => Promise<void>,
  schedule: typeof scheduleRetry = scheduleRetry,
): ReadQueue<Id> {
  const waiting = new Set<Id>()
  let isReading = false
  let failures = 0
  let cancelRetry: (() => void) | null = null

  async function readAll(): Promise<void> {
    if (isReading) return
    isReading = true
    cancelRetry?.()
    cancelRetry = null
    const failed = new Set<Id>()
    for (const id of waiting) {
      waiting.delete(id)
      try {
        await read(id)
      } catch (error) {
        console.warn('Reading again failed, it will be retried', error)
        failed.add(id)
      }
    }
    isReading = false
    failures = failed.size === 0 ? 0 : failures + 1
    if (failed.size === 0) return
    for (const id of failed) waiting.add(id)
    cancelRetry = schedule(() => void readAll(), Math.min(MAX_DELAY_MS, MIN_DELAY_MS * 2 ** (failures - 1)))
  }

  return {
    add(ids) {
      for (const id of ids) waiting.add(id)
      if (waiting.size > 0) void readAll()
    },
    clear() {
      waiting.clear()
      cancelRetry?.()
      cancelRetry = null
    },
  }
}
