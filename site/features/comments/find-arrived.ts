import type { SiteApi } from '#shared/api/public.ts'
import type { Comment } from '#shared/api/shapes.ts'
import { LIMITS } from '#shared/limits.ts'
import type { Arrival } from './arrivals.ts'
import type { CommentsPage } from './thread.ts'
import type { ThreadQuery } from './useThread.ts'

const MAX_PAGES = 5
const MAX_BRANCHES = 10

type ListInput = Parameters<SiteApi['comments']['list']>[0]

export type ListComments = (input: Partial<ListInput>) => Promise<CommentsPage>

/** Returns a function that lists comments of the thread; its input is added to the query, for example a cursor. */
export function listOf(api: SiteApi, { post_id, sort, base }: ThreadQuery): ListComments {
  return (input) => api.comments.list({ post_id, sort, parent_id: base ?? undefined, ...input })
}

/** Loads a comment together with its parents. */
export async function findComment(list: ListComments, id: number): Promise<Comment[]> {
  return (await list({ include: id, limit: 1 })).comments
}

/** Replies to `parentId` are loaded in pages, newest first; deeper replies one by one, with their parents. */
export async function findArrived(
  list: ListComments,
  parentId: number | null,
  wanted: readonly Arrival[],
): Promise<Comment[]> {
  const direct = wanted.filter(({ parent_id }) => parent_id === parentId)
  const found = new Map<number, Comment>()
  const isMissing = ({ comment_id }: Arrival) => !found.has(comment_id)
  let cursor: string | null = null
  for (let pages = 0; pages < MAX_PAGES && direct.some(isMissing) && (pages === 0 || cursor !== null); pages++) {
    const page: CommentsPage = await list({
      parent_id: parentId ?? undefined,
      sort: 'new',
      limit: Math.min(LIMITS.listLimit, wanted.length),
      cursor: cursor ?? undefined,
    })
    for (const comment of page.comments) found.set(comment.id, comment)
    cursor = page.next_cursor
  }
  for (const { comment_id } of wanted.filter(isMissing).slice(-MAX_BRANCHES)) {
    for (const comment of await findComment(list, comment_id)) found.set(comment.id, comment)
  }
  return [...found.values()]
}
