import { and, asc, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import { ApiError } from '#shared/api/errors.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { category } from '../../categories/table.ts'
import { emitUnreadChange, findUnreadReceivers } from '../../notifications/queries.ts'
import { reversePoints } from '../../points/queries.ts'
import { post, postRank } from '../../posts/table.ts'
import { closeReportsOfCategory } from '../../moderation/index.ts'

/** Marks a community as deleted and returns its name; a job deletes its posts. Throws `category_not_found`. */
export async function softDeleteCategory(tx: DbOrTx, id: number, now: Date): Promise<string> {
  const [row] = await tx
    .update(category)
    .set({ deleted_at: now })
    .where(and(eq(category.id, id), isNull(category.deleted_at)))
    .returning({ name: category.name })
  if (!row) throw new ApiError('category_not_found')
  await reversePoints(tx, { cause: 'category', causeId: id }, now)
  await closeReportsOfCategory(tx, id, now)
  return row.name
}

export async function unlistBatch(tx: DbOrTx, categoryId: number, limit: number): Promise<number> {
  const rows = await tx
    .select({ id: postRank.post_id })
    .from(postRank)
    .where(and(eq(postRank.category_id, categoryId), sql`${postRank.is_listed}`))
    .orderBy(asc(postRank.post_id))
    .limit(limit)
    .for('no key update')
  const ids = rows.map(({ id }) => id)
  await tx.update(postRank).set({ is_listed: false }).where(inArray(postRank.post_id, ids))
  await emitUnreadChange(tx, await findUnreadReceivers(tx, ids))
  return rows.length
}

export async function findPostsOfCategory(
  tx: DbOrTx,
  categoryId: number,
  { after, limit }: { after: number; limit: number },
): Promise<number[]> {
  const rows = await tx
    .select({ id: post.id })
    .from(post)
    .where(and(gt(post.id, after), eq(post.category_id, categoryId), isNull(post.deleted_at)))
    .orderBy(asc(post.id))
    .limit(limit)
  return rows.map(({ id }) => id)
}
