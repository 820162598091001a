import { and, desc, eq, sql } from 'drizzle-orm'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { isNotBlockedBy } from '../blocks/queries.ts'
import { isListed } from '../posts/listed.ts'
import { postRank } from '../posts/table.ts'
import { savedPost } from './table.ts'

const ofUser = (userId: number, postId: number) => and(eq(savedPost.user_id, userId), eq(savedPost.post_id, postId))

export async function isSaved(tx: DbOrTx, userId: number, postId: number): Promise<boolean> {
  const rows = await tx.select({ post_id: savedPost.post_id }).from(savedPost).where(ofUser(userId, postId))
  return rows.length > 0
}

export async function insertSave(tx: DbOrTx, userId: number, postId: number, now: Date): Promise<void> {
  await tx.insert(savedPost).values({ user_id: userId, post_id: postId, created_at: now }).onConflictDoNothing()
}

export async function deleteSave(tx: DbOrTx, userId: number, postId: number): Promise<boolean> {
  const rows = await tx.delete(savedPost).where(ofUser(userId, postId)).returning({ post_id: savedPost.post_id })
  return rows.length > 0
}

export async function listSaved(
  tx: DbOrTx,
  userId: number,
  { nsfw, limit, offset }: { nsfw: boolean; limit: number; offset: number },
) {
  const listed = and(eq(savedPost.user_id, userId), eq(postRank.is_nsfw, nsfw), isListed(), isNotBlockedBy(userId))
  const [count] = await tx
    .select({ total: sql<number>`count(*)::integer` })
    .from(savedPost)
    .innerJoin(postRank, eq(postRank.post_id, savedPost.post_id))
    .where(listed)
  const saved = await tx
    .select({ post_id: savedPost.post_id, saved_at: savedPost.created_at })
    .from(savedPost)
    .innerJoin(postRank, eq(postRank.post_id, savedPost.post_id))
    .where(listed)
    .orderBy(desc(savedPost.created_at), desc(savedPost.post_id))
    .limit(limit)
    .offset(offset)
  return { saved, total: count!.total }
}
