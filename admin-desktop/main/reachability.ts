import type { Fetch } from './forward.ts'

const RETRY_DELAYS_MS = [1_000, 2_000, 3_000, 5_000, 10_000]
const CHECK_TIMEOUT_MS = 5_000

export type Reachability = {
  isOnline: () => boolean
  setOnline: () => void
  setOffline: () => void
  check: () => Promise<void>
  reset: () => void
  stop: () => void
}

/** Tracks whether the chosen server responds, and retries after each of `retryDelaysMs` while it does not. */
export function createReachability({
  address,
  send,
  onChange,
  retryDelaysMs = RETRY_DELAYS_MS,
}: {
  address: () => string | null
  send: Fetch
  onChange: (isOnline: boolean) => void
  retryDelaysMs?: readonly number[]
}): Reachability {
  let isOnline = true
  let tries = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Increases with each reset, so that the response of an older check is dropped. */
  let generation = 0

  function set(now: boolean): void {
    if (now) {
      clearTimeout(timer)
      tries = 0
    }
    if (now === isOnline) return
    isOnline = now
    onChange(now)
  }

  function setOffline(): void {
    set(false)
    clearTimeout(timer)
    timer = setTimeout(() => void check(), retryDelaysMs[Math.min(tries, retryDelaysMs.length - 1)])
    timer.unref()
    tries += 1
  }

  async function check(): Promise<void> {
    const checked = address()
    const own = generation
    if (checked === null) return
    const answers = await isReachable(checked, send)
    if (own !== generation) return
    if (answers) set(true)
    else setOffline()
  }

  return {
    isOnline: () => isOnline,
    setOnline: () => set(true),
    setOffline,
    check,
    reset() {
      generation += 1
      set(true)
    },
    stop() {
      generation += 1
      clearTimeout(timer)
    },
  }
}

export async function isReachable(address: string, send: Fetch): Promise<boolean> {
  try {
    const answer = await send(`${address}/readyz`, {
      method: 'GET',
      redirect: 'error',
      credentials: 'omit',
      signal: AbortSignal.timeout(CHECK_TIMEOUT_MS),
    })
    await answer.body?.cancel()
    return answer.ok
  } catch {
    return false
  }
}
