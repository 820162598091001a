import type { DbOrTx } from '#server/db/client.ts'
import { findMatches } from './queries.ts'

export type SearchInput = { q: string, nsfw: boolean, limit: number, offset: number }

export async function searchPosts(db: DbOrTx, { q, nsfw, limit, offset }: SearchInput, viewerId: number | null) {
  if (q === '') return { ids: [], total: 0 }
  const ids = await findMatches(db, { q, nsfw, viewerId })
  return { ids: ids.slice(offset, offset + limit), total: ids.length }
}
