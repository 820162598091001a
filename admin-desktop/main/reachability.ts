import type { Fetch } from './forward.ts'

/** Milliseconds between looks at a server that is away: soon at first, then patiently. */
const WAITS = [1_000, 2_000, 3_000, 5_000, 10_000]
const PATIENCE = 5_000

export type Reachability = {
  isOnline: () => boolean
  /** A call got an answer, or none. */
  heard: () => void
  lost: () => void
  /** Looks at once; resolves when it knows. */
  look: () => Promise<void>
  /** Begins anew, for another server. */
  reset: () => void
  stop: () => void
}

/** Knows whether the chosen server answers; once it was lost, looks for it by itself until it is back. */
export function createReachability({ address, send, onChange, waits = WAITS }: {
  address: () => string | null
  send: Fetch
  onChange: (isOnline: boolean) => void
  waits?: readonly number[]
}): Reachability {
  let isOnline = true
  let tries = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let turn = 0

  function set(now: boolean): void {
    if (now) {
      clearTimeout(timer)
      tries = 0
    }
    if (now === isOnline) return
    isOnline = now
    onChange(now)
  }

  function lost(): void {
    set(false)
    clearTimeout(timer)
    timer = setTimeout(() => void look(), waits[Math.min(tries, waits.length - 1)])
    timer.unref()
    tries += 1
  }

  async function look(): Promise<void> {
    const asked = address()
    const own = turn
    if (asked === null) return
    const isThere = await answers(asked, send)
    if (own !== turn) return
    if (isThere) set(true)
    else lost()
  }

  function reset(): void {
    turn += 1
    set(true)
  }

  return { isOnline: () => isOnline, heard: () => set(true), lost, look, reset, stop: () => { turn += 1; clearTimeout(timer) } }
}

/** Whether a forum answers there and its database too. */
export async function answers(address: string, send: Fetch): Promise<boolean> {
  try {
    const answer = await send(`${address}/readyz`, {
      method: 'GET', redirect: 'error', credentials: 'omit', signal: AbortSignal.timeout(PATIENCE),
    })
    await answer.body?.cancel()
    return answer.ok
  } catch {
    return false
  }
}
