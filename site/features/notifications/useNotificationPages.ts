import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router-dom'
import type { SiteApi } from '#shared/api/public.ts'
import type { Notification } from '#shared/api/shapes.ts'
import type { NotificationFilter } from '#shared/rules/notification-kinds.ts'
import { useTexts } from '#shared/texts.ts'
import { hasOwnToast, showFailure } from '#site/core/call-failed.ts'
import { useSite } from '#site/core/site-context.tsx'
import { usePageState } from '#site/core/usePageState.ts'
import { changeCounts, refreshCounts, useCounts } from './unread-counts.ts'

export type NotificationPage = Awaited<ReturnType<SiteApi['notifications']['page']>>

const withRead = (page: NotificationPage, ids: ReadonlySet<number>, read: boolean): NotificationPage => ({
  ...page,
  notifications: page.notifications.map((item) => (ids.has(item.id) ? { ...item, read } : item)),
})

/** New notifications are kept in `fresh` until the reader asks for them. */
export function useNotificationPages(filter: NotificationFilter, loaded: NotificationPage) {
  const texts = useTexts('notificationCentre')
  const { api, t } = useSite()
  const { revalidate } = useRevalidator()
  const { restored, save } = usePageState<NotificationPage>(`notifications:${filter}`)
  const [list, setList] = useState(restored ?? loaded)
  const [isLoading, setLoading] = useState(false)
  const answer = useRef(loaded)
  const unread = useCounts({ notifications: loaded.unread_count, messages: 0 }).notifications
  const marking = useRef(0)
  const [known, setKnown] = useState(loaded.unread_count)

  useEffect(() => changeCounts({ notifications: loaded.unread_count }), [loaded])
  useEffect(() => {
    if (answer.current === loaded) return
    answer.current = loaded
    setList(loaded)
    setKnown(loaded.unread_count)
    save(loaded)
  }, [loaded, save])
  useEffect(() => {
    if (unread < known) setKnown(unread)
  }, [unread, known])

  function show(next: NotificationPage): void {
    setList(next)
    save(next)
  }

  async function loadMore(): Promise<void> {
    setLoading(true)
    try {
      const page = await api.notifications.page({ filter, cursor: list.next_cursor ?? undefined })
      const ids = new Set(list.notifications.map(({ id }) => id))
      show({ ...page, notifications: [...list.notifications, ...page.notifications.filter(({ id }) => !ids.has(id))] })
    } catch (error) {
      if (!hasOwnToast(error)) showFailure(error, t.layout.notificationsFailed)
    } finally {
      setLoading(false)
    }
  }

  /** Notifications are shown as marked at once; this is reverted if the call fails. */
  async function mark(isMarked: (item: Notification) => boolean, send: () => Promise<unknown>): Promise<void> {
    const before = new Set(list.notifications.filter((item) => isMarked(item) && !item.read).map(({ id }) => id))
    const setRead = (read: boolean) =>
      setList((now) => {
        const next = withRead(now, before, read)
        save(next)
        return next
      })
    setRead(true)
    marking.current += 1
    try {
      await send()
    } catch (error) {
      setRead(false)
      showFailure(error, texts.markFailed)
    }
    marking.current -= 1
    if (marking.current === 0) await refreshCounts(api)
  }

  return {
    items: list.notifications,
    next: list.next_cursor,
    unread,
    fresh: filter === 'all' || filter === 'unread' ? Math.max(0, unread - known) : 0,
    isLoading,
    loadMore,
    showFresh: () => void revalidate(),
    markRead: async ({ id, read }: Notification) => {
      if (!read)
        await mark(
          (item) => item.id === id,
          () => api.notifications.markRead({ notification_id: id }),
        )
    },
    markAllRead: () =>
      mark(
        () => true,
        () => api.notifications.markAllRead(),
      ),
  }
}
