import { useState } from 'react'
import type { Notification } from '#shared/api/shapes.ts'
import { PAGE } from '#shared/limits.ts'
import { useSite } from '#site/app/site-context.tsx'
import { changeCounts, refreshCounts } from '#site/features/layout/counts.ts'

export type NotificationList = { state: 'loading' | 'failed' } | { state: 'loaded', items: Notification[] }

/** The latest notifications, fetched when asked for; failures are only logged. `unread` is the count beside the bell. */
export function useNotifications(unread: number) {
  const { api } = useSite()
  const [list, setList] = useState<NotificationList>({ state: 'loading' })
  const items = list.state === 'loaded' ? list.items : []

  async function load(): Promise<void> {
    void refreshCounts(api)
    try {
      setList({ state: 'loaded', items: await api.notifications.list({ limit: PAGE.notifications }) })
    } catch (error) {
      console.warn('Loading the notifications failed', error)
      // What was loaded before is better than nothing.
      setList((before) => (before.state === 'loaded' ? before : { state: 'failed' }))
    }
  }

  /** Shows a change at once, sends it, and takes it back where it failed. */
  async function change(next: Notification[], nextUnread: number, send: () => Promise<unknown>): Promise<void> {
    setList({ state: 'loaded', items: next })
    changeCounts({ notifications: nextUnread })
    try {
      await send()
    } catch (error) {
      console.warn('Marking as read failed', error)
      setList(list)
      changeCounts({ notifications: unread })
    }
  }

  return {
    list,
    load,
    retry: () => {
      setList({ state: 'loading' })
      return load()
    },
    hasUnread: unread > 0 || items.some((item) => !item.read),
    markRead: async ({ id, read }: Notification) => {
      if (read) return
      const next = items.map((item) => (item.id === id ? { ...item, read: true } : item))
      await change(next, Math.max(0, unread - 1), () => api.notifications.markRead({ notification_id: id }))
    },
    markAllRead: () => change(items.map((item) => ({ ...item, read: true })), 0, () => api.notifications.markAllRead()),
  }
}
