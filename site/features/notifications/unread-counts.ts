import { useEffect, useSyncExternalStore } from 'react'
import type { SiteApi } from '#shared/api/public.ts'
import { DELAY } from '#shared/limits.ts'
import type { UnreadCounts } from '#site/core/page.ts'
import { storedToken } from '#site/core/session.ts'
import { isLeavingAccount } from '#site/features/auth/useLogOut.ts'
import { isStreaming, useEvents } from '#site/features/events/events.ts'

export type Counts = UnreadCounts

let changed: Partial<Counts> = {}
let version = 0
let askedAt = 0
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
  return {
    ...rendered,
    ...useSyncExternalStore(
      subscribe,
      () => changed,
      () => NOTHING,
    ),
  }
}

/** Counts that could not be loaded are left out. */
export async function fetchCounts(api: SiteApi): Promise<Partial<Counts>> {
  const [notifications, messages] = await Promise.allSettled([api.notifications.count(), api.messages.unreadCount()])
  for (const outcome of [notifications, messages])
    if (outcome.status === 'rejected') console.warn('Counting failed', outcome.reason)
  return {
    ...(notifications.status === 'fulfilled' && { notifications: notifications.value.unread_count }),
    ...(messages.status === 'fulfilled' && { messages: messages.value.unread_count }),
  }
}

export async function refreshCounts(api: SiteApi): Promise<void> {
  const asked = version
  askedAt = Date.now()
  const counts = await fetchCounts(api)
  if (asked === version) changeCounts(counts)
}

/** Minimum time in milliseconds between a load of the counts and the next one after a `resync` event. */
const PAUSE_MS = 1_000
let awaited: ReturnType<typeof setTimeout> | undefined

function refreshSoon(api: SiteApi): void {
  clearTimeout(awaited)
  awaited = setTimeout(
    () => {
      if (storedToken() !== null) void refreshCounts(api)
    },
    Math.max(0, askedAt + PAUSE_MS - Date.now()),
  )
}

export function useCountEvents(api: SiteApi, isMember: boolean, since: string | null): void {
  useEvents(isMember ? 'me' : null, since, ({ name, data }) => {
    if (name === 'notification') changeCounts({ notifications: data.unread_count })
    if (name === 'message') changeCounts({ messages: data.unread_count })
    if (name === 'resync') refreshSoon(api)
    // The login session has ended, so this call gets a 401, which the API client handles.
    if (name === 'signed_out' && !isLeavingAccount()) api.notifications.count().catch(() => {})
  })
}

/** Polls in a visible tab that has a token but no event stream. */
export function useCountPolling(api: SiteApi): void {
  useEffect(() => {
    askedAt = Date.now()
    const poll = () => {
      if (isStreaming() || storedToken() === null || document.visibilityState !== 'visible') return
      void refreshCounts(api)
    }
    const catchUp = () => {
      if (Date.now() - askedAt >= DELAY.countsPoll) poll()
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
