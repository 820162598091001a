type Election = {
  name: string
  /** A visible tab replaces a leader that was silent for this long. */
  idleTimeoutMs: number
  onElected: () => void
  /** Called where another tab became leader, or this one leaves. */
  onReplaced: () => void
  onIdle: () => void
  locks?: Pick<LockManager, 'request'>
}

/** Elects one leading tab of the browser: the one that holds the lock. */
export function createElection(options: Election) {
  const { name, idleTimeoutMs, onElected, onReplaced, onIdle, locks = navigator.locks } = options
  const leaving = new AbortController()
  let isLeader = false
  let silence: ReturnType<typeof setTimeout> | undefined

  const lead = () =>
    new Promise<void>((resolve) => {
      if (leaving.signal.aborted) return resolve()
      leaving.signal.addEventListener('abort', () => resolve())
      isLeader = true
      clearTimeout(silence)
      onElected()
    })

  function elect(steal = false): void {
    locks.request(name, steal ? { steal } : { signal: leaving.signal }, lead).catch(() => {
      isLeader = false
      onReplaced()
      if (!leaving.signal.aborted) elect()
    })
  }

  /** Replaces a silent leader, since a suspended background tab of a phone keeps its lock. */
  function noteLeader(): void {
    clearTimeout(silence)
    if (isLeader) return
    silence = setTimeout(() => {
      onIdle()
      if (document.visibilityState === 'visible') elect(true)
      else noteLeader()
    }, idleTimeoutMs)
  }

  elect()
  noteLeader()
  return {
    noteLeader,
    leave(): void {
      clearTimeout(silence)
      isLeader = false
      leaving.abort()
    },
  }
}
