import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'
import type { Comment } from '#shared/api/shapes.ts'
import { LIMITS, PAGE } from '#shared/limits.ts'
import { pageErrorOf } from '#site/core/errors.ts'
import { keepInPlace } from '#site/core/keep-in-place.ts'
import { createReadQueue } from '#site/core/read-queue.ts'
import { isVoting } from '#site/features/votes/useVote.ts'
import type { Arrivals } from './arrivals.ts'
import { findComment, type ListComments } from './find-arrived.ts'
import { newestUnknown, withArrived, withChanged, withRemoved, type Thread } from './thread.ts'
import type { ThreadQuery } from './useThread.ts'

type ThreadReads = {
  query: ThreadQuery
  list: ListComments
  latest: RefObject<Thread>
  update: (change: (thread: Thread) => Thread) => void
  change: (id: number, apply: () => void) => void
  activeId: number | null
  total: number
  arrivals: Arrivals
}

function changeOf({ upvotes, downvotes, user_vote, reply_count, ...comment }: Comment): Partial<Comment> {
  return isVoting('comment', comment.id) ? comment : { ...comment, upvotes, downvotes, user_vote, reply_count }
}

/** A 404 of a removed post is ignored, because the page shows the removal. */
async function unlessRemoved(read: Promise<void>): Promise<void> {
  await read.catch((error: unknown) => {
    if (pageErrorOf(error).status !== 404) throw error
  })
}

/** Loads comments again after changes: an edited comment, one written in another tab, or the whole thread. */
export function useThreadReads({ query, list, latest, update, change, activeId, total, arrivals }: ThreadReads) {
  const latestTotal = useRef(total)
  const latestActiveId = useRef(activeId)
  latestActiveId.current = activeId
  useEffect(() => {
    latestTotal.current = total
  }, [total])

  const readEdited = useEffectEvent(async (id: number) => {
    const comment = (await findComment(list, id)).find((found) => found.id === id)
    change(id, () => update((now) => (comment ? withChanged(now, id, changeOf(comment)) : withRemoved(now, id))))
  })

  const readOwn = useEffectEvent(async (id: number) => {
    if (latest.current.comments.some((comment) => comment.id === id && !comment.is_deleted)) return
    const found = await findComment(list, id)
    keepInPlace(() => update((now) => withArrived(now, found, new Set([id]))))
  })

  const readThread = useEffectEvent(async () => {
    const roots = latest.current.comments.filter(({ parent_id }) => parent_id === query.base).length
    const limitFor = (count: number) => Math.min(LIMITS.listLimit, Math.max(PAGE.comments, count))
    const page = await list({ limit: limitFor(roots) })
    const missing = page.total - latestTotal.current
    const newest = missing > 0 ? await list({ sort: 'new', limit: limitFor(missing) }) : null
    latestTotal.current = page.total
    const found = [...page.comments, ...(newest?.comments ?? [])]
    const known = new Set(latest.current.comments.map(({ id }) => id))
    const changed = found.filter(({ id }) => known.has(id) && id !== latestActiveId.current)
    keepInPlace(() =>
      update((now) => changed.reduce((sum, comment) => withChanged(sum, comment.id, changeOf(comment)), now)),
    )
    const isExpected = (id: number) => known.has(id) || arrivals.has(id)
    arrivals.add(newestUnknown(found, isExpected, missing))
  })

  const [own] = useState(() => createReadQueue<number>((id) => unlessRemoved(readOwn(id))))
  const [others] = useState(() =>
    createReadQueue<number | 'thread'>((what) => unlessRemoved(what === 'thread' ? readThread() : readEdited(what))),
  )
  useEffect(
    () => () => {
      own.clear()
      others.clear()
    },
    [own, others, query.post_id],
  )
  return {
    own,
    others,
    setTotal: (count: number) => {
      latestTotal.current = count
    },
  }
}
