import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { LIMITS, PAGE } from '#shared/limits.ts'
import { QUEUE_KINDS } from '#shared/rules/queue.ts'
import { useAdmin } from '../../../kit/context.ts'
import { failureText, isSignedOut } from '../../../kit/failure.ts'
import { idOf } from '../../../kit/id-of.ts'
import { oneOf } from '../../../kit/one-of.ts'
import { usePlace } from '../../../kit/place.ts'
import { useLoaded } from '../../../kit/useLoaded.ts'
import { refreshed, withMore, type QueuePage } from './queue-list.ts'

export type QueuePages = ReturnType<typeof useQueuePages>

export function useQueuePages() {
  const { api, shell, t, scope } = useAdmin()
  const place = usePlace()
  const kind = oneOf(['all', ...QUEUE_KINDS], place.get('kind')) ?? 'all'
  const categoryId = idOf(place.get('category'))
  const which = { kind, ...(categoryId !== null && { category_id: categoryId }) }
  const key = JSON.stringify(which)
  const loaded = useLoaded<QueuePage>(key, (signal) => api.queue.list(which, { signal }))
  const items = loaded.data?.items ?? []
  const [isLoadingMore, setLoadingMore] = useState(false)
  /** Cases decided in this browser, which the response to an earlier request may still list as open. */
  const [own] = useState(() => new Set<number>())
  const writes = useRef(0)
  const refreshing = useRef({ isRunning: false, isWanted: false })

  const shownKey = useRef(key)
  useEffect(() => {
    shownKey.current = key
  })
  const isShown = () => key === shownKey.current

  function asWrite<T>(call: Promise<T>): Promise<T> {
    writes.current += 1
    return call.finally(() => {
      writes.current += 1
    })
  }

  async function loadMore(): Promise<void> {
    const cursor = loaded.data?.next_cursor
    if (isLoadingMore || cursor == null) return
    setLoadingMore(true)
    try {
      const more = await api.queue.list({ ...which, cursor })
      if (isShown()) loaded.change((page) => withMore(page, more))
    } catch (error) {
      if (isSignedOut(error)) shell.onSignedOut()
      else shell.notify({ kind: 'error', text: t.kit.failed + failureText(error, t) })
    } finally {
      setLoadingMore(false)
    }
  }

  const isBusy = loaded.isLoading || isLoadingMore
  const refresh = useEffectEvent(async () => {
    const now = refreshing.current
    now.isWanted = true
    if (now.isRunning || loaded.data === null || isBusy) return
    now.isRunning = true
    try {
      while (now.isWanted) {
        const before = writes.current
        now.isWanted = false
        const limit = Math.min(Math.max(PAGE.queue, items.length), LIMITS.listLimit)
        const fresh = await api.queue.list({ ...which, limit })
        if (!isShown()) break
        // The response may be older than a decision made during the request, so the list is loaded again.
        if (before === writes.current) loaded.change((page) => refreshed(page, fresh, own))
        else now.isWanted = true
      }
    } catch (error) {
      if (isSignedOut(error)) shell.onSignedOut()
      else console.warn('Reading the queue again failed', error)
    } finally {
      now.isRunning = false
    }
  })
  const catchUp = useEffectEvent(() => {
    if (refreshing.current.isWanted) void refresh()
  })
  useEffect(() => {
    if (!isBusy) catchUp()
  }, [isBusy])
  const follow = useEffectEvent(() => shell.follow(scope, () => void refresh()))
  useEffect(() => follow(), [])

  return { kind, loaded, items, own, isShown, isLoadingMore, loadMore, asWrite }
}
