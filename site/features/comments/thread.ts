import type { SiteApi } from '#shared/api/public.ts'
import type { Comment } from '#shared/api/shapes.ts'
import { LIMITS } from '#shared/limits.ts'

export type CommentsPage = Awaited<ReturnType<SiteApi['comments']['list']>>

/** The comments of a post as far as they are loaded, each once, in reading order page by page. */
export type Thread = {
  comments: Comment[]
  total: number
  next_cursor: string | null
  /** Where the further replies of a comment go on: null where none are left, absent where none were asked for. */
  replies: Record<number, string | null>
}

export type ThreadNode = { comment: Comment, replies: ThreadNode[] }

/** A line of a list of replies: a comment with those below it, or the way to further ones. */
export type Row =
  | { kind: 'comment', node: ThreadNode, inReplyTo: Comment | null }
  | { kind: 'more', parent: Comment, left: number }

/** A page as the beginning of a thread; a thread that was kept is one already. */
export function threadOf(page: CommentsPage | Thread): Thread {
  return 'replies' in page ? page : { ...page, replies: {} }
}

function withNew(known: Comment[], more: Comment[]): Comment[] {
  const ids = new Set(known.map((comment) => comment.id))
  return [...known, ...more.filter((comment) => !ids.has(comment.id))]
}

/** The thread and its next page; what moved up meanwhile comes twice and is kept once. */
export function withPage(thread: Thread, page: CommentsPage): Thread {
  return { ...thread, comments: withNew(thread.comments, page.comments), total: page.total, next_cursor: page.next_cursor }
}

/** The thread and a page of the replies to one of its comments. */
export function withReplies(thread: Thread, parentId: number, page: CommentsPage): Thread {
  return {
    ...thread,
    comments: withNew(thread.comments, page.comments),
    total: page.total,
    replies: { ...thread.replies, [parentId]: page.next_cursor },
  }
}

export function withChanged(thread: Thread, id: number, change: Partial<Comment>): Thread {
  return { ...thread, comments: thread.comments.map((comment) => (comment.id === id ? { ...comment, ...change } : comment)) }
}

/** The thread and an answer that was just written to one of its comments. */
export function withAnswer(thread: Thread, answer: Comment): Thread {
  const parent = thread.comments.find((comment) => comment.id === answer.parent_id)
  const counted = parent ? withChanged(thread, parent.id, { reply_count: parent.reply_count + 1 }) : thread
  return { ...counted, comments: withNew(counted.comments, [answer]), total: thread.total + 1 }
}

const GONE = { content: '', content_html: '', image_url: null, video_url: null, author: null, author_id: null, is_deleted: true }

/** As the server does it: one with replies keeps its place, another goes together with the deleted ones that it kept there. */
export function withRemoved(thread: Thread, id: number): Thread {
  const removed = thread.comments.find((comment) => comment.id === id)
  if (!removed || removed.is_deleted) return thread
  const after = { ...withChanged(thread, id, GONE), total: thread.total - 1 }
  let gone = after.comments.find((comment) => comment.id === id)
  while (gone?.is_deleted && gone.reply_count === 0) {
    const { id: goneId, parent_id: parentId } = gone
    after.comments = after.comments.filter((comment) => comment.id !== goneId)
      .map((comment) => (comment.id === parentId ? { ...comment, reply_count: comment.reply_count - 1 } : comment))
    gone = after.comments.find((comment) => comment.id === parentId)
  }
  return after
}

/** The comments as a tree; `base` is the comment whose replies are the first level, null for the whole post. */
export function treeOf(comments: Comment[], base: number | null): ThreadNode[] {
  const nodes = new Map(comments.map((comment) => [comment.id, { comment, replies: [] as ThreadNode[] }]))
  const roots: ThreadNode[] = []
  let before: ThreadNode | null = null
  for (const node of nodes.values()) {
    const { parent_id: parentId } = node.comment
    // Of a very long branch the server leaves out the middle: what follows it hangs on what stands before it.
    const parent = parentId === base || parentId === null ? null : nodes.get(parentId) ?? before
    if (parent) parent.replies.push(node)
    else roots.push(node)
    before = node
  }
  return roots
}

/** How many replies of a comment are not loaded yet. */
export function repliesLeft({ replies }: Thread, { comment, replies: shown }: ThreadNode): number {
  const further = replies[comment.id]
  if (further === null) return 0
  return Math.max(comment.reply_count - shown.length, further === undefined ? 0 : 1)
}

/**
 * What stands below a comment of a level (1 is the first). The last level is flat: replies to its comments follow them
 * on the same level and say whom they answer.
 */
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
