import { useEffect, useSyncExternalStore } from 'react'
import type { SiteApi } from '#shared/api/public.ts'
import { DELAY } from '#shared/limits.ts'
import { storedToken } from '#site/core/session.ts'

export type Counts = { notifications: number, messages: number }

let changed: Partial<Counts> = {}
let version = 0
const listeners = new Set<() => void>()
const NOTHING: Partial<Counts> = {}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function changeCounts(change: Partial<Counts>): void {
  version += 1
  changed = { ...changed, ...change }
  for (const listener of listeners) listener()
}

export function useCounts(rendered: Counts): Counts {
  return { ...rendered, ...useSyncExternalStore(subscribe, () => changed, () => NOTHING) }
}

/** Leaves out a count that could not be loaded. */
export async function fetchCounts(api: SiteApi): Promise<Partial<Counts>> {
  const [notifications, messages] = await Promise.allSettled([api.notifications.count(), api.messages.unreadCount()])
  for (const outcome of [notifications, messages]) if (outcome.status === 'rejected') console.warn('Counting failed', outcome.reason)
  return {
    ...(notifications.status === 'fulfilled' && { notifications: notifications.value.unread_count }),
    ...(messages.status === 'fulfilled' && { messages: messages.value.unread_count }),
  }
}

/** Drops an answer that a newer one overtook. */
export async function refreshCounts(api: SiteApi): Promise<void> {
  const asked = version
  const counts = await fetchCounts(api)
  if (asked === version) changeCounts(counts)
}

/** Polls every 30 s while the tab is visible and a token is stored. */
export function useCountPolling(api: SiteApi): void {
  useEffect(() => {
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
