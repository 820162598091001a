import type { Db } from '#server/db/driver/client.ts'
import type { Change } from '#server/lib/events.ts'
import { frameOf, type Frame } from './frames.ts'
import type { Listener } from './listeners.ts'
import { findComments, findPostCounts } from './queries.ts'

export type ChangedThread = { since: number; new: Set<number>; edited: Set<number>; removed: Set<number> }

export function addComment(
  threads: Map<number, ChangedThread>,
  { post_id, kind, id }: Extract<Change, { type: 'comment' }>,
  position: number,
): void {
  let thread = threads.get(post_id)
  if (!thread)
    threads.set(post_id, (thread = { since: position, new: new Set(), edited: new Set(), removed: new Set() }))
  thread[kind].add(id)
}

type ThreadData = Parameters<typeof frameOf<'thread'>>[1]

const isEmpty = (data: ThreadData) => data.new.length + data.edited.length + data.removed.length === 0

/** Null means that the thread is no longer readable, or that none of the changes is for that listener. */
type ThreadFrameFor = (postId: number, listener: Listener) => Frame | null

export async function loadThreads(db: Db, threads: Map<number, ChangedThread>): Promise<ThreadFrameFor> {
  const ids = [...threads.values()].flatMap(({ new: added, edited, removed }) => [...added, ...edited, ...removed])
  const [counts, comments] = await Promise.all([findPostCounts(db, [...threads.keys()]), findComments(db, ids)])
  const authorOf = (id: number) => comments.get(id)?.author_id ?? null

  function dataOf(postId: number, blocked: ReadonlySet<number> | null): ThreadData | null {
    const thread = threads.get(postId)
    const post = counts.get(postId)
    if (!thread || !post) return null
    const isShown = (id: number) => !blocked?.has(authorOf(id) ?? 0)
    const added = [...thread.new].flatMap((id) => {
      const row = comments.get(id)
      return row?.is_listed && isShown(id) ? { comment_id: id, parent_id: row.parent_id, author: row.author } : []
    })
    return {
      post_id: postId,
      comment_count: post.comment_count,
      new: added,
      edited: [...thread.edited].filter(
        (id) => !thread.new.has(id) && comments.get(id)?.is_listed === true && isShown(id),
      ),
      removed: [...thread.removed].filter(isShown),
    }
  }

  function frameFor(postId: number, blocked: ReadonlySet<number> | null): Frame | null {
    const data = dataOf(postId, blocked)
    return data && !isEmpty(data) ? frameOf('thread', data) : null
  }

  const shared = new Map<number, { frame: Frame | null; authorIds: number[] }>()
  for (const [postId, thread] of threads) {
    const authorIds = [...thread.new, ...thread.edited, ...thread.removed].flatMap((id) => authorOf(id) ?? [])
    shared.set(postId, { frame: frameFor(postId, null), authorIds: [...new Set(authorIds)] })
  }
  return (postId, { member }) => {
    const ofPost = shared.get(postId)
    if (!ofPost) return null
    const blocked = member?.blocked
    return blocked && blocked.size > 0 && ofPost.authorIds.some((id) => blocked.has(id))
      ? frameFor(postId, blocked)
      : ofPost.frame
  }
}

export async function loadCounts(db: Db, postIds: number[]): Promise<Map<number, Frame>> {
  const rows = await findPostCounts(db, postIds)
  return new Map([...rows.values()].map(({ id, ...counts }) => [id, frameOf('post', { post_id: id, ...counts })]))
}
