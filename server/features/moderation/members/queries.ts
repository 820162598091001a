import { sql } from 'drizzle-orm'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { isMember } from '../../categories/queries.ts'

/** Removed and deleted texts count, too. */
export async function hasJoinedOrWritten(tx: DbOrTx, userId: number, categoryId: number): Promise<boolean> {
  if (await isMember(tx, userId, categoryId)) return true
  const [found] = await tx.execute<{ has_written: boolean }>(sql`select
    exists (select 1 from post where author_id = ${userId} and category_id = ${categoryId})
    or exists (select 1 from comment join post on post.id = comment.post_id where comment.author_id = ${userId}
      and post.category_id = ${categoryId})
    as has_written`)
  return found!.has_written
}
