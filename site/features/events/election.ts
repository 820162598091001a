type Election = {
  name: string
  /** After how long without a sign of the leader a visible tab takes its place. */
  idleTimeoutMs: number
  onElected: () => void
  /** The lead was taken by another tab, or this one leaves. */
  onReplaced: () => void
  onIdle: () => void
  locks?: Pick<LockManager, 'request'>
}

/** Lets one tab of this browser lead at a time: the one that holds a lock of this name. */
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

  /** Replaces a leader that is silent for too long: a suspended background tab of a phone keeps its lock. */
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
