import { useEffect, useSyncExternalStore } from 'react'
import type { SiteApi } from '#shared/api/public.ts'
import { DELAY } from '#shared/limits.ts'
import { storedToken } from '#site/app/session.ts'

/** What is unread. */
export type Counts = { notifications: number, messages: number }

/** What changed since the page was rendered; in the browser only. */
let changed: Partial<Counts> = {}
let version = 0
const listeners = new Set<() => void>()
const NOTHING: Partial<Counts> = {}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Says that a count is another now, after something was read. */
export function changeCounts(change: Partial<Counts>): void {
  version += 1
  changed = { ...changed, ...change }
  for (const listener of listeners) listener()
}

/** The counts as they are now; `rendered` is what the page came with. */
export function useCounts(rendered: Counts): Counts {
  return { ...rendered, ...useSyncExternalStore(subscribe, () => changed, () => NOTHING) }
}

/** The counts of the signed-in account; one that could not be had is left out, which is only logged. */
export async function fetchCounts(api: SiteApi): Promise<Partial<Counts>> {
  const [notifications, messages] = await Promise.allSettled([api.notifications.count(), api.messages.unreadCount()])
  for (const outcome of [notifications, messages]) if (outcome.status === 'rejected') console.warn('Counting failed', outcome.reason)
  return {
    ...(notifications.status === 'fulfilled' && { notifications: notifications.value.unread_count }),
    ...(messages.status === 'fulfilled' && { messages: messages.value.unread_count }),
  }
}

/** Asks anew; an answer that something newer overtook is dropped. */
export async function refreshCounts(api: SiteApi): Promise<void> {
  const asked = version
  const counts = await fetchCounts(api)
  if (asked === version) changeCounts(counts)
}

/** Asks every 30 s while a token is stored and the tab is in sight. */
export function useCountPolling(api: SiteApi): void {
  useEffect(() => {
    // The page came with its counts.
    let asked = Date.now()
    const poll = () => {
      if (storedToken() === null || document.visibilityState !== 'visible') return
      asked = Date.now()
      void refreshCounts(api)
    }
    const catchUp = () => {
      if (Date.now() - asked >= DELAY.countsPoll) poll()
    }
    const timer = setInterval(poll, DELAY.countsPoll)
    document.addEventListener('visibilitychange', catchUp)
    addEventListener('pageshow', catchUp)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', catchUp)
      removeEventListener('pageshow', catchUp)
    }
  }, [api])
}
