type Election = {
  name: string
  /** A visible tab replaces a leader that has sent nothing for this long. */
  idleTimeoutMs: number
  onElected: () => void
  /** Called when another tab becomes leader, or when this tab leaves. */
  onReplaced: () => void
  onIdle: () => void
  locks?: Pick<LockManager, 'request'>
}

/** The leader among the tabs of a browser is the tab that holds a Web Lock. */
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

  /** A leader that sends nothing is replaced, because a phone suspends tabs without releasing their locks. */
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
