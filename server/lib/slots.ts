import { ApiError } from '#shared/api/errors.ts'

export type Slots = {
  /** Throws `too_many_requests` if a task would wait too long, or if too many tasks wait already. */
  run: <T>(key: string, task: () => Promise<T>) => Promise<T>
  status: () => { running: number; waiting: number }
}

type Options = {
  total: number
  /** Maximum number of running tasks per key. */
  perKey: number
  /** Maximum number of waiting tasks per key. */
  maxWaiting: number
  maxWaitMs: number
  /** Share of time (0 to 1) that the tasks of one key may use in the long run, once they have run for `burstMs`. */
  share?: number
  burstMs?: number
  now?: () => number
}

type Waiter = { start: () => void; timer: NodeJS.Timeout }

const RETRY_AFTER_S = 2

/** If there are more keys than this, those that do not have to pause are deleted. */
const MAX_KEYS = 1_000

/**
 * Each task moves the time of its key forward by its duration divided by `share`; a key whose time is more than
 * `burstMs` ahead of the clock must pause.
 */
function createRunTime(share: number, burstMs: number, now: () => number) {
  const paidAt = new Map<string, number>()
  return {
    add(key: string, ms: number): void {
      if (share >= 1) return
      paidAt.set(key, Math.max(paidAt.get(key) ?? 0, now() - ms) + ms / share)
      if (paidAt.size > MAX_KEYS) for (const known of paidAt.keys()) this.restOf(known)
    },
    /** Milliseconds that the key must pause; 0 or less if it need not. */
    restOf(key: string): number {
      const left = (paidAt.get(key) ?? 0) - now()
      if (left <= 0) paidAt.delete(key)
      return left - burstMs
    },
  }
}

/** Limits how many costly tasks of a kind run at once; keys take turns, so that one with many tasks delays no other. */
export function createSlots({
  total,
  perKey,
  maxWaiting,
  maxWaitMs,
  share = 1,
  burstMs = 0,
  now = () => performance.now(),
}: Options): Slots {
  const running = new Map<string, number>()
  // Waiting tasks by key; the key whose turn is next comes first.
  const waiting = new Map<string, Set<Waiter>>()
  const runTime = createRunTime(share, burstMs, now)
  let busy = 0

  const hasSlot = (key: string) => busy < total && (running.get(key) ?? 0) < perKey && runTime.restOf(key) <= 0

  function begin(key: string): void {
    busy += 1
    running.set(key, (running.get(key) ?? 0) + 1)
  }

  function end(key: string, tookMs: number): void {
    busy -= 1
    const left = running.get(key)! - 1
    if (left > 0) running.set(key, left)
    else running.delete(key)
    runTime.add(key, tookMs)
    const rest = runTime.restOf(key)
    if (rest > 0) setTimeout(startNext, Math.ceil(rest)).unref()
    startNext()
  }

  function leave(key: string, waiter: Waiter): void {
    clearTimeout(waiter.timer)
    const queue = waiting.get(key)
    queue?.delete(waiter)
    if (queue?.size === 0) waiting.delete(key)
  }

  function startNext(): void {
    for (const [key, queue] of waiting) {
      if (!hasSlot(key)) continue
      const [waiter] = queue
      leave(key, waiter!)
      if (waiting.delete(key)) waiting.set(key, queue)
      begin(key)
      waiter!.start()
      return
    }
  }

  function turnOf(key: string): Promise<void> | null {
    if (hasSlot(key)) {
      begin(key)
      return null
    }
    const queue = waiting.get(key) ?? new Set()
    if (queue.size >= maxWaiting) throw new ApiError('too_many_requests', { retryAfter: RETRY_AFTER_S })
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const timer = setTimeout(() => {
      leave(key, waiter)
      reject(new ApiError('too_many_requests', { retryAfter: RETRY_AFTER_S }))
    }, maxWaitMs)
    const waiter: Waiter = { start: resolve, timer }
    waiting.set(key, queue.add(waiter))
    return promise
  }

  return {
    async run(key, task) {
      await turnOf(key)
      const startedAt = now()
      try {
        return await task()
      } finally {
        end(key, now() - startedAt)
      }
    },
    status: () => ({ running: busy, waiting: [...waiting.values()].reduce((sum, { size }) => sum + size, 0) }),
  }
}
