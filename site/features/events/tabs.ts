import { emit, renewTopics, wantedTopics } from './events.ts'
import { joinTabs } from './join-tabs.ts'

const SUSPEND_AFTER_MS = 5 * 60_000

/** Keeps events coming while the page is open, except after it was hidden for five minutes. */
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
  // Browsers may keep the page for going back, and a kept page must hold no connection.
  addEventListener('pagehide', suspend)
  addEventListener('pageshow', (event) => {
    if ((event as PageTransitionEvent).persisted) resume()
  })
  if (document.visibilityState !== 'visible') onVisibility()
}
