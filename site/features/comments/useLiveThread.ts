import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { CommentSort } from '#shared/rules/sorts.ts'
import type { Comment } from '#shared/api/shapes.ts'
import { LIMITS, PAGE } from '#shared/limits.ts'
import { useTexts } from '#shared/texts.ts'
import { showFailure } from '#site/core/call-failed.ts'
import { pageErrorOf } from '#site/core/errors.ts'
import { keepInPlace } from '#site/core/keep-in-place.ts'
import { createReadQueue } from '#site/core/read-queue.ts'
import { useSite } from '#site/core/site-context.tsx'
import { isStreaming, withJitter, useEvents } from '#site/features/events/events.ts'
import { isVoting } from '#site/features/votes/useVote.ts'
import { createArrivals, type Place } from './arrivals.ts'
import { focusComment } from './focus-comment.ts'
import { withArrived, withChanged, withRemoved, type Thread } from './thread.ts'
import type { ThreadQuery } from './useThread.ts'

const MAX_PAGES = 5
const MAX_BRANCHES = 10
/** A comment written in this tab comes with the answer to its own call. */
const OWN_DELAY_MS = 1_000

type LiveThread = {
  query: ThreadQuery
  thread: Thread
  update: (change: (thread: Thread) => Thread) => void
  activeId: number | null
  since: string | null
  isRestored: boolean
  /** What arrives at the top level is shown at once. */
  isChat: boolean
  onAllShown: () => void
}

function changeOf({ upvotes, downvotes, user_vote, reply_count, ...comment }: Comment): Partial<Comment> {
  return isVoting('comment', comment.id) ? comment : { ...comment, upvotes, downvotes, user_vote, reply_count }
}

/** Whoever reads a post when it is removed sees that on the post itself. */
async function unlessRemoved(read: Promise<void>): Promise<void> {
  await read.catch((error: unknown) => {
    if (pageErrorOf(error).status !== 404) throw error
  })
}

/** Follows a thread while it is read: new comments wait for a press, edited and removed ones change where they are. */
export function useLiveThread({ query, thread, update, activeId, since, isRestored, isChat, onAllShown }: LiveThread) {
  const texts = useTexts('comments')
  const { api, viewer } = useSite()
  const { post_id, base } = query
  const sort: CommentSort = query.sort
  const [arrivals] = useState(() => createArrivals(base))
  const [shownNew, setShownNew] = useState<ReadonlySet<number>>(new Set())
  const [showing, setShowing] = useState<Place | null>(null)
  const [outOfSight, setOutOfSight] = useState<number | null>(null)
  const known = useMemo(() => new Set(thread.comments.map(({ id }) => id)), [thread.comments])
  const latest = useRef({ thread, activeId })
  latest.current = { thread, activeId }
  const find = (id: number) => latest.current.thread.comments.find((comment) => comment.id === id)
  const isShown = (id: number) => find(id)?.is_deleted === false
  const total = useRef(thread.total)
  /** Changes of the comment with the open form, until that is closed. */
  const held = useRef(new Map<number, () => void>())
  useEffect(() => arrivals.setKnown(known), [arrivals, known])
  useEffect(() => {
    total.current = thread.total
  }, [thread.total])

  const list = (input: Partial<Parameters<typeof api.comments.list>[0]>) =>
    api.comments.list({ post_id, sort, parent_id: base ?? undefined, ...input })
  const findOne = async (id: number) => (await list({ include: id, limit: 1 })).comments

  function change(id: number, apply: () => void): void {
    if (id === latest.current.activeId) held.current.set(id, apply)
    else keepInPlace(apply)
  }
  const release = useEffectEvent(() => {
    for (const [id, apply] of held.current) {
      if (id === activeId) continue
      held.current.delete(id)
      keepInPlace(apply)
    }
  })
  useEffect(() => {
    // React does not allow to render at once from within an effect.
    const timer = setTimeout(() => release())
    return () => clearTimeout(timer)
  }, [activeId])

  const readEdited = useEffectEvent(async (id: number) => {
    const comment = (await findOne(id)).find((found) => found.id === id)
    change(id, () => update((now) => (comment ? withChanged(now, id, changeOf(comment)) : withRemoved(now, id))))
  })

  const readOwn = useEffectEvent(async (id: number) => {
    if (isShown(id)) return
    const found = await findOne(id)
    keepInPlace(() => update((now) => withArrived(now, found, new Set([id]))))
  })

  const readThread = useEffectEvent(async () => {
    const { comments } = latest.current.thread
    const roots = comments.filter(({ parent_id }) => parent_id === base).length
    const page = await list({ limit: Math.min(LIMITS.listLimit, Math.max(PAGE.comments, roots)) })
    const missing = page.total - total.current
    const newest =
      missing > 0
        ? await list({ sort: 'new', limit: Math.min(LIMITS.listLimit, Math.max(PAGE.comments, missing)) })
        : null
    total.current = page.total
    const found = [...page.comments, ...(newest?.comments ?? [])]
    const isKnown = new Set(latest.current.thread.comments.map(({ id }) => id))
    keepInPlace(() =>
      update((now) =>
        found
          .filter(({ id }) => id !== latest.current.activeId)
          .reduce(
            (sum, comment) => (isKnown.has(comment.id) ? withChanged(sum, comment.id, changeOf(comment)) : sum),
            now,
          ),
      ),
    )
    // Ids grow, so the greatest unknown ones are what came since.
    const isArrival = ({ id, is_deleted, is_blocked }: Comment) =>
      !isKnown.has(id) && !arrivals.has(id) && !is_deleted && !is_blocked
    const unknown = new Map(found.filter(isArrival).map((comment) => [comment.id, comment]))
    const came = [...unknown.values()].sort((a, b) => b.id - a.id).slice(0, Math.max(0, missing))
    arrivals.add(came.map(({ id, parent_id }) => ({ comment_id: id, parent_id })))
  })

  const [ownReads] = useState(() => createReadQueue<number>((id) => unlessRemoved(readOwn(id))))
  const [reads] = useState(() =>
    createReadQueue<number | 'thread'>((what) => unlessRemoved(what === 'thread' ? readThread() : readEdited(what))),
  )
  useEffect(
    () => () => {
      ownReads.clear()
      reads.clear()
    },
    [ownReads, reads, post_id],
  )

  /** One after the other. */
  const shownInChat = useRef(Promise.resolve())
  const arrivedInChat = useEffectEvent(() => {
    shownInChat.current = shownInChat.current.then(() => (arrivals.at('list').length > 0 ? show('list') : undefined))
  })

  useEvents(`post:${post_id}`, since, ({ name, data }) => {
    if (name === 'resync') return withJitter(() => reads.add(['thread']))
    if (name !== 'thread') return
    total.current = data.comment_count
    const isOwn = ({ author }: { author: string | null }) => viewer !== null && author === viewer.username
    arrivals.add(data.new.filter((comment) => !isOwn(comment)))
    if (isChat) arrivedInChat()
    const own = data.new
      .filter(isOwn)
      .map(({ comment_id }) => comment_id)
      .filter((id) => !known.has(id))
    if (own.length > 0) setTimeout(() => ownReads.add(own), OWN_DELAY_MS)
    arrivals.remove(data.removed)
    // Its author, and who moderates, may go on seeing it.
    const isSeen = (comment: Comment | undefined) =>
      comment && (comment.can.moderate || (viewer !== null && comment.author_id === viewer.id))
    const stays = data.removed.filter((id) => isSeen(find(id)))
    for (const id of data.removed)
      if (known.has(id) && !stays.includes(id)) change(id, () => update((now) => withRemoved(now, id)))
    const isRestored = ({ comment_id }: { comment_id: number }) => find(comment_id)?.is_deleted === true
    const changed = [
      ...stays,
      ...data.edited.filter((id) => known.has(id)),
      ...data.new.filter(isRestored).map(({ comment_id }) => comment_id),
    ]
    reads.add(changed)
  })

  useEffect(() => {
    if (isRestored && isStreaming()) reads.add(['thread'])
  }, [isRestored, reads])

  async function findArrived(place: Place): Promise<Comment[]> {
    const parentId = place === 'list' ? base : place
    const wanted = arrivals.at(place)
    const direct = wanted.filter(({ parent_id }) => parent_id === parentId)
    const found = new Map<number, Comment>()
    const isMissing = ({ comment_id }: { comment_id: number }) => !found.has(comment_id)
    let cursor: string | null = null
    for (let pages = 0; pages < MAX_PAGES && direct.some(isMissing) && (pages === 0 || cursor !== null); pages++) {
      const page = await list({
        parent_id: parentId ?? undefined,
        sort: 'new',
        limit: Math.min(LIMITS.listLimit, wanted.length),
        cursor: cursor ?? undefined,
      })
      for (const comment of page.comments) found.set(comment.id, comment)
      cursor = page.next_cursor
    }
    for (const { comment_id } of wanted.filter(isMissing).slice(-MAX_BRANCHES)) {
      for (const comment of await findOne(comment_id)) found.set(comment.id, comment)
    }
    return [...found.values()]
  }

  async function show(place: Place): Promise<void> {
    if (showing !== null) return
    setShowing(place)
    const wanted = arrivals.at(place).map(({ comment_id }) => comment_id)
    try {
      const found = await findArrived(place)
      const ids = new Set(wanted.filter((id) => found.some((comment) => comment.id === id)))
      keepInPlace(() => {
        update((now) => withArrived(now, found, ids))
        setShownNew((before) => new Set([...before, ...ids]))
        arrivals.remove(wanted)
        setShowing(null)
      })
      if (arrivals.size === 0) onAllShown()
      const first = isChat ? undefined : found.find(({ id }) => ids.has(id))
      if (first) setOutOfSight(focusComment(first.id, false) && !isInSight(first.id) ? first.id : null)
    } catch (error) {
      setShowing(null)
      showFailure(error, texts.loadFailed)
    }
  }

  return {
    arrivals,
    isShown,
    isNew: (id: number) => shownNew.has(id),
    isShowing: (place: Place) => showing === place,
    show: (place: Place) => void show(place),
    outOfSight,
    goToNew: () => {
      if (outOfSight !== null) focusComment(outOfSight)
      setOutOfSight(null)
    },
  }
}

function isInSight(id: number): boolean {
  const bar = document.querySelector('.topbar')?.getBoundingClientRect().bottom ?? 0
  const { top } = document.querySelector(`#comment-${id} .comment__main`)!.getBoundingClientRect()
  return top >= bar && top < innerHeight
}
