import type { SiteApi } from '#shared/api/public.ts'
import type { Comment } from '#shared/api/shapes.ts'
import type { PlacedAds } from '#site/features/ads/load-ads.ts'
import { LIMITS } from '#shared/limits.ts'

/** `placed` are the ads among the comments of a post's page. */
export type CommentsPage = Awaited<ReturnType<SiteApi['comments']['list']>> & { placed?: PlacedAds }

/** Loaded comments without duplicates, in reading order. */
export type Thread = {
  comments: Comment[]
  total: number
  next_cursor: string | null
  /** Cursors of further replies by comment id: null if there are none, no entry if none were requested. */
  replies: Record<number, string | null>
  placed?: PlacedAds
}

export type ThreadNode = { comment: Comment; replies: ThreadNode[] }

/** A row of a list of replies: a comment with its replies, or a link to load more. */
export type Row =
  | { kind: 'comment'; node: ThreadNode; inReplyTo: Comment | null }
  | { kind: 'more'; parent: Comment; left: number }

export function threadOf(page: CommentsPage | Thread): Thread {
  return 'replies' in page ? page : { ...page, replies: {} }
}

function withNew(known: Comment[], more: Comment[]): Comment[] {
  const ids = new Set(known.map((comment) => comment.id))
  return [...known, ...more.filter((comment) => !ids.has(comment.id))]
}

/** Adds a page to the thread; a comment that both contain is not duplicated. */
export function withPage(thread: Thread, page: CommentsPage): Thread {
  return {
    ...thread,
    comments: withNew(thread.comments, page.comments),
    total: page.total,
    next_cursor: page.next_cursor,
  }
}

export function withReplies(thread: Thread, parentId: number, page: CommentsPage): Thread {
  return {
    ...thread,
    comments: withNew(thread.comments, page.comments),
    total: page.total,
    replies: { ...thread.replies, [parentId]: page.next_cursor },
  }
}

export function withChanged(thread: Thread, id: number, change: Partial<Comment>): Thread {
  return {
    ...thread,
    comments: thread.comments.map((comment) => (comment.id === id ? { ...comment, ...change } : comment)),
  }
}

export function withAnswer(thread: Thread, answer: Comment): Thread {
  const parent = thread.comments.find((comment) => comment.id === answer.parent_id)
  const counted = parent ? withChanged(thread, parent.id, { reply_count: parent.reply_count + 1 }) : thread
  return { ...counted, comments: withNew(counted.comments, [answer]), total: thread.total + 1 }
}

export function withArrived(thread: Thread, found: readonly Comment[], ids: ReadonlySet<number>): Thread {
  const known = new Set(thread.comments.map(({ id }) => id))
  const byId = new Map(found.map((comment) => [comment.id, comment]))
  const added = new Set<Comment>()
  for (const id of ids) {
    for (let comment = byId.get(id); comment && !known.has(comment.id); comment = byId.get(comment.parent_id ?? 0))
      added.add(comment)
  }
  const replies = Map.groupBy(
    [...added].filter(({ id }) => ids.has(id)),
    ({ parent_id }) => parent_id,
  )
  const counted = thread.comments.map((comment) => {
    const more = replies.get(comment.id)?.length ?? 0
    return more === 0 ? comment : { ...comment, reply_count: comment.reply_count + more }
  })
  return { ...thread, comments: [...[...byId.values()].filter((comment) => added.has(comment)), ...counted] }
}

/** Returns at most `count` ids, newest first, of visible comments for which `isExpected` returns false. */
export function newestUnknown(
  found: readonly Comment[],
  isExpected: (id: number) => boolean,
  count: number,
): { comment_id: number; parent_id: number | null }[] {
  const isNew = ({ id, is_deleted, is_blocked }: Comment) => !isExpected(id) && !is_deleted && !is_blocked
  const unknown = new Map(found.filter(isNew).map((comment) => [comment.id, comment]))
  return [...unknown.values()]
    .sort((a, b) => b.id - a.id)
    .slice(0, Math.max(0, count))
    .map(({ id, parent_id }) => ({ comment_id: id, parent_id }))
}

const GONE = {
  content: '',
  content_html: '',
  image_url: null,
  video_url: null,
  captions_url: null,
  captions_lang: null,
  video_alt: '',
  author: null,
  author_id: null,
  is_deleted: true,
}

/** A comment with replies stays, without its content; a comment without replies is dropped. */
export function withRemoved(thread: Thread, id: number): Thread {
  const removed = thread.comments.find((comment) => comment.id === id)
  if (!removed || removed.is_deleted) return thread
  const after = { ...withChanged(thread, id, GONE), total: thread.total - 1 }
  let gone = after.comments.find((comment) => comment.id === id)
  while (gone?.is_deleted && gone.reply_count === 0) {
    const { id: goneId, parent_id: parentId } = gone
    after.comments = after.comments
      .filter((comment) => comment.id !== goneId)
      .map((comment) => (comment.id === parentId ? { ...comment, reply_count: comment.reply_count - 1 } : comment))
    gone = after.comments.find((comment) => comment.id === parentId)
  }
  return after
}

/** `base` is the comment whose replies form the first level; null for the whole thread. */
export function treeOf(comments: Comment[], base: number | null): ThreadNode[] {
  const nodes = new Map(comments.map((comment) => [comment.id, { comment, replies: [] as ThreadNode[] }]))
  const roots: ThreadNode[] = []
  let before: ThreadNode | null = null
  for (const node of nodes.values()) {
    const { parent_id: parentId } = node.comment
    // The server omits the middle of very long branches, so a parent may be missing.
    const parent = parentId === base || parentId === null ? null : (nodes.get(parentId) ?? before)
    if (parent) parent.replies.push(node)
    else roots.push(node)
    before = node
  }
  return roots
}

export const commentsOf = ({ comment, replies }: ThreadNode): Comment[] => [comment, ...replies.flatMap(commentsOf)]

export function repliesLeft({ replies }: Thread, { comment, replies: shown }: ThreadNode): number {
  const further = replies[comment.id]
  if (further === null) return 0
  return Math.max(comment.reply_count - shown.length, further === undefined ? 0 : 1)
}

/** `level` counts from 1; the last level also lists all deeper replies, with the person they reply to. */
export function rowsBelow(thread: Thread, node: ThreadNode, level: number): Row[] {
  const rows: Row[] = []
  const isLast = level + 1 >= LIMITS.commentDepth
  const place = (parent: ThreadNode, inReplyTo: Comment | null): void => {
    for (const reply of parent.replies) {
      rows.push({ kind: 'comment', node: isLast ? { ...reply, replies: [] } : reply, inReplyTo })
      if (isLast) place(reply, reply.comment)
    }
    const left = repliesLeft(thread, parent)
    if (left > 0) rows.push({ kind: 'more', parent: parent.comment, left })
  }
  place(node, null)
  return rows
}
