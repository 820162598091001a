import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { changePost } from '#site/core/posts-store.ts'
import { useSite } from '#site/core/site-context.tsx'
import { isStreaming, withJitter, useEvents } from '#site/features/events/events.ts'
import { createArrivals, type Place } from './arrivals.ts'
import { listOf } from './find-arrived.ts'
import { effectOf } from './thread-event.ts'
import { withRemoved, type Thread } from './thread.ts'
import { useHeldChanges } from './useHeldChanges.ts'
import { useShowArrived } from './useShowArrived.ts'
import type { ThreadQuery } from './useThread.ts'
import { useThreadReads } from './useThreadReads.ts'

/** Delay in milliseconds before an event loads the reader's own comment, which the call to post it normally returns. */
const OWN_DELAY_MS = 1_000

type LiveThread = {
  query: ThreadQuery
  thread: Thread
  update: (change: (thread: Thread) => Thread) => void
  activeId: number | null
  since: string | null
  isRestored: boolean
  /** In a chat, new top-level comments are shown at once. */
  isChat: boolean
  onAllShown: () => void
}

/** New comments are shown after a click on a button that announces them; edits and removals are shown at once. */
export function useLiveThread({ query, thread, update, activeId, since, isRestored, isChat, onAllShown }: LiveThread) {
  const { api, viewer } = useSite()
  const { post_id, base } = query
  const [arrivals] = useState(() => createArrivals(base))
  const known = useMemo(() => new Set(thread.comments.map(({ id }) => id)), [thread.comments])
  const latest = useRef(thread)
  latest.current = thread
  const find = (id: number) => latest.current.comments.find((comment) => comment.id === id)
  useEffect(() => arrivals.setKnown(known), [arrivals, known])

  const list = listOf(api, query)
  const change = useHeldChanges(activeId)
  const reads = useThreadReads({ query, list, latest, update, change, activeId, total: thread.total, arrivals })
  const { show, ...shown } = useShowArrived({ list, base, arrivals, update, isChat, onAllShown })

  const showAllInChat = useEffectEvent(() => (arrivals.at('list').length > 0 ? show('list') : undefined))
  /** A promise chain, so that arrivals are shown one after another. */
  const shownInChat = useRef(Promise.resolve())
  const arrivedInChat = useEffectEvent(() => {
    shownInChat.current = shownInChat.current.then(() => showAllInChat())
  })

  useEvents(`post:${post_id}`, since, ({ name, data }) => {
    if (name === 'resync') return withJitter(() => reads.others.add(['thread']))
    if (name !== 'thread') return
    const { arrived, own, gone, changed } = effectOf(data, find, viewer)
    reads.setTotal(data.comment_count)
    changePost(post_id, { comment_count: data.comment_count })
    arrivals.add(arrived)
    if (isChat) arrivedInChat()
    if (own.length > 0) setTimeout(() => reads.own.add(own), OWN_DELAY_MS)
    arrivals.remove(data.removed)
    for (const id of gone) change(id, () => update((now) => withRemoved(now, id)))
    reads.others.add(changed)
  })

  useEffect(() => {
    if (isRestored && isStreaming()) reads.others.add(['thread'])
  }, [isRestored, reads.others])

  return {
    ...shown,
    arrivals,
    isShown: (id: number) => find(id)?.is_deleted === false,
    show: (place: Place) => void show(place),
  }
}
