import type { PostSort } from '#shared/rules/sorts.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { findCategoryByName } from '../../categories/queries.ts'
import type { Card } from '../queries.ts'
import { countFeed, findAuthorId, readRange, type Scope } from './queries.ts'
import { readFeedCursor, writeFeedCursor } from './rules.ts'

export type FeedInput = {
  sort: PostSort
  nsfw: boolean
  limit: number
  /** Ignored where a cursor is given. */
  offset: number
  cursor?: string
  category?: string
  author?: string
}

const NOTHING = { posts: [], total: 0, next_cursor: null }

export async function readFeed(
  tx: DbOrTx, { sort, nsfw, category, author, cursor, limit, offset }: FeedInput, viewerId: number | null,
): Promise<{ posts: Card[], total: number, next_cursor: string | null }> {
  const after = cursor === undefined ? null : readFeedCursor(sort, cursor)
  const home = category === undefined ? null : await findCategoryByName(tx, category)
  const authorId = author === undefined ? null : await findAuthorId(tx, author)
  if (category !== undefined && home?.is_nsfw !== nsfw) return NOTHING
  if (author !== undefined && authorId === null) return NOTHING
  const scope: Scope = { nsfw, categoryId: home?.id ?? null, authorId, viewerId }
  // One row more than asked for shows whether a further page exists.
  const rows = await readRange(tx, scope, sort, after, { limit: limit + 1, offset })
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    posts: page.filter((row) => row.is_not_deleted),
    total: rows[0]?.total ?? await countFeed(tx, scope),
    next_cursor: last && rows.length > limit ? writeFeedCursor(sort, { rank: last.rank, id: last.id }) : null,
  }
}
