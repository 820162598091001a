import { emit, renewTopics, wantedTopics } from './events.ts'
import { joinTabs } from './join-tabs.ts'

const SUSPEND_AFTER_MS = 5 * 60_000

/** The connection is closed after the page has been hidden for five minutes. */
export function startEvents(base: string, viewerId: number | null): void {
  let leave: (() => void) | null = joinTabs(base, viewerId)
  let hiddenTimer: ReturnType<typeof setTimeout> | undefined

  function suspend(): void {
    leave?.()
    leave = null
  }

  function resume(): void {
    clearTimeout(hiddenTimer)
    if (leave) return renewTopics()
    emit({
      id: null,
      at: Date.now(),
      event: { name: 'resync', data: { topics: wantedTopics().map(({ topic }) => topic) } },
    })
    leave = joinTabs(base, viewerId)
  }

  function onVisibility(): void {
    if (document.visibilityState === 'visible') resume()
    else hiddenTimer = setTimeout(suspend, SUSPEND_AFTER_MS)
  }

  document.addEventListener('visibilitychange', onVisibility)
  // A page in the back/forward cache must hold no connection.
  addEventListener('pagehide', suspend)
  addEventListener('pageshow', (event) => {
    if ((event as PageTransitionEvent).persisted) resume()
  })
  if (document.visibilityState !== 'visible') onVisibility()
}
