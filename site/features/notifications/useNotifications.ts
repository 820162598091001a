import { useRef, useState } from 'react'
import type { Notification } from '#shared/api/shapes.ts'
import { PAGE } from '#shared/limits.ts'
import { useSite } from '#site/core/site-context.tsx'
import { isStreaming, useEvents } from '#site/features/events/events.ts'
import { changeCounts, refreshCounts } from './unread-counts.ts'

type NotificationList = { state: 'loading' | 'failed' } | { state: 'loaded'; items: Notification[] }

/** Returns no items if all are newer than those shown, because then the whole list is replaced. */
const newerThan = (items: Notification[], newest: number | undefined) =>
  newest === undefined || items.every(({ id }) => id > newest) ? [] : items.filter(({ id }) => id > newest)

export function useNotifications(unread: number) {
  const { api } = useSite()
  const [list, setList] = useState<NotificationList>({ state: 'loading' })
  const marked = useRef(0)
  const marking = useRef<Promise<unknown>>(Promise.resolve())
  const [isOpen, setOpen] = useState(false)
  const [arrived, setArrived] = useState<ReadonlySet<number>>(new Set())
  const items = list.state === 'loaded' ? list.items : []

  useEvents('me', null, ({ name, data }) => {
    if (!isOpen) return
    if (name === 'resync') void load(true)
    if (name !== 'notification') return
    const { notification, unread_count } = data
    if (notification) setArrived((now) => new Set(now).add(notification.id))
    else if (unread_count !== unread) void load()
  })

  /** With `isReading`, new notifications are kept back until the reader asks for them. */
  async function load(isReading = false): Promise<void> {
    if (!isStreaming()) void refreshCounts(api)
    try {
      let items: Notification[]
      let markedBefore: number
      // The response may show notifications as unread that were marked during the request, so the list is loaded again.
      do {
        markedBefore = marked.current
        await marking.current
        items = await api.notifications.list({ limit: PAGE.notifications })
      } while (markedBefore !== marked.current)
      const waiting = isReading ? newerThan(items, list.state === 'loaded' ? list.items[0]?.id : undefined) : []
      setList({ state: 'loaded', items: items.slice(waiting.length) })
      setArrived(new Set(waiting.map(({ id }) => id)))
    } catch (error) {
      console.warn('Loading the notifications failed', error)
      setList((before) => (before.state === 'loaded' ? before : { state: 'failed' }))
    }
  }

  /** Notifications are shown as marked at once; this is reverted if the call fails. */
  async function mark(
    change: (item: Notification) => Notification,
    nextUnread: number,
    send: () => Promise<unknown>,
  ): Promise<void> {
    const before = list
    marked.current += 1
    setList(before.state === 'loaded' ? { state: 'loaded', items: before.items.map(change) } : before)
    changeCounts({ notifications: nextUnread })
    marking.current = send().catch((error: unknown) => {
      console.warn('Marking as read failed', error)
      setList(before)
      changeCounts({ notifications: unread })
    })
    await marking.current
  }

  return {
    list,
    arrived: arrived.size,
    load,
    toggle: (open: boolean) => {
      setOpen(open)
      if (open) void load()
    },
    retry: () => {
      setList({ state: 'loading' })
      return load()
    },
    hasUnread: unread > 0 || items.some((item) => !item.read),
    markRead: async ({ id, read }: Notification) => {
      if (read) return
      await mark(
        (item) => (item.id === id ? { ...item, read: true } : item),
        Math.max(0, unread - 1),
        () => api.notifications.markRead({ notification_id: id }),
      )
    },
    markAllRead: () =>
      mark(
        (item) => ({ ...item, read: true }),
        0,
        () => api.notifications.markAllRead(),
      ),
  }
}
