import { and, eq, inArray, isNotNull, isNull, lte, ne, or, sql, type SQL } from 'drizzle-orm'
import { invalidField } from '#shared/api/errors.ts'
import { LIFETIME } from '#shared/limits.ts'
import type { DbOrTx } from '#server/db/client.ts'
import { category } from '../categories/table.ts'
import { comment } from '../comments/table.ts'
import { post } from '../posts/table.ts'
import { upload } from './table.ts'

export type UploadKind = typeof upload.$inferSelect['kind']

export type ClaimedUpload = {
  url: string
  /** In pixels; null for videos. */
  width: number | null
  height: number | null
  placeholder: string | null
  poster_url: string | null
}

/**
 * Binds a file to what is being written, once: throws `invalid` for `field` where it is not an unused upload of that member
 * and of that kind.
 */
export async function claimUpload(
  tx: DbOrTx,
  { userId, url, kind, field = kind === 'video' ? 'video_url' : 'image_url' }: {
    userId: number, url: string, kind: UploadKind, field?: string
  },
): Promise<ClaimedUpload> {
  const unused = and(eq(upload.user_id, userId), eq(upload.url, url), eq(upload.kind, kind), isNull(upload.used_at), isNull(upload.deleted_at))
  // Who sent the same file twice has two of them.
  const one = tx.select({ id: upload.id }).from(upload).where(unused).orderBy(upload.id).limit(1).for('update')
  const [claimed] = await tx.update(upload).set({ used_at: sql`now()` }).where(and(eq(upload.id, one), unused)).returning({
    url: upload.url,
    width: upload.width,
    height: upload.height,
    placeholder: upload.placeholder,
    poster_url: upload.poster_url,
  })
  if (!claimed) throw invalidField(field, 'media')
  return claimed
}

/** With the address of a file: the lock under which its bytes are written and removed. */
const CONTENT = 7_305_007

/** Waits for whoever writes or removes the bytes of that address, and keeps others waiting until the transaction ends. */
export async function holdContent(tx: DbOrTx, url: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${CONTENT}::int, hashtext(${url}))`)
}

/**
 * Notes an upload whose bytes are not stored yet, as one that waits for its removal: where storing them fails or the process
 * dies, what there is of them is cleared away like that of any other.
 */
export async function announceUpload(tx: DbOrTx, values: typeof upload.$inferInsert & { deleted_at: Date }): Promise<number> {
  const [row] = await tx.insert(upload).values(values).returning({ id: upload.id })
  return row!.id
}

/** The bytes are there: the upload may be used. */
export async function confirmUpload(tx: DbOrTx, id: number): Promise<void> {
  const confirmed = await tx.update(upload).set({ deleted_at: null }).where(eq(upload.id, id)).returning({ id: upload.id })
  if (confirmed.length === 0) throw new Error('An upload was removed before its file was stored')
}

const ofUrl = (column: typeof post.image_url | typeof comment.image_url | typeof category.icon_url | typeof post.video_url | typeof comment.video_url) =>
  sql`${column} = ${upload.url}`

/** Whether a post, comment or community that readers can see shows the upload of the row. */
function isShown(): SQL {
  return or(
    sql`exists (select 1 from ${post} join post_rank on post_rank.post_id = ${post.id} and post_rank.is_listed
      where ${ofUrl(post.image_url)} or ${ofUrl(post.video_url)})`,
    sql`exists (select 1 from ${comment} join post_rank on post_rank.post_id = ${comment.post_id} and post_rank.is_listed
      where (${ofUrl(comment.image_url)} or ${ofUrl(comment.video_url)}) and ${comment.deleted_at} is null)`,
    sql`exists (select 1 from ${category} where ${ofUrl(category.icon_url)} and ${category.deleted_at} is null)`,
  )!
}

/**
 * Whether anybody may see the public file of that content: some upload of it is still to be used, or is shown in something
 * that is not deleted.
 */
export async function isPublic(tx: DbOrTx, contentHash: string): Promise<boolean> {
  const rows = await tx.select({ id: upload.id }).from(upload)
    .where(and(eq(upload.content_hash, contentHash), isNull(upload.deleted_at), or(isNull(upload.used_at), isShown())))
    .limit(1)
  return rows.length > 0
}

/** What is known of a private picture, or null. `is_unused` while no message carries it. */
export async function findMessageImage(tx: DbOrTx, url: string) {
  const [row] = await tx
    .select({ user_id: upload.user_id, is_animated: upload.is_animated, is_unused: sql<boolean>`${upload.used_at} is null` })
    .from(upload)
    .where(and(eq(upload.url, url), eq(upload.kind, 'message_image'), isNull(upload.deleted_at)))
  return row ?? null
}

/**
 * Gives up the files of content that is gone for good: call it in the transaction that removed the rows or took the
 * addresses out of them. Files that something else uses stay.
 */
export async function discardMedia(tx: DbOrTx, urls: string[], now: Date): Promise<void> {
  if (urls.length === 0) return
  await tx.update(upload).set({ deleted_at: now }).where(and(
    inArray(upload.url, urls), isNotNull(upload.used_at), isNull(upload.deleted_at),
    sql`not exists (select 1 from ${post} where ${ofUrl(post.image_url)} or ${ofUrl(post.video_url)})`,
    sql`not exists (select 1 from ${comment} where ${ofUrl(comment.image_url)} or ${ofUrl(comment.video_url)})`,
    sql`not exists (select 1 from ${category} where ${ofUrl(category.icon_url)})`,
  ))
}

/** Gives up at most `limit` uploads that nobody used within a day, and returns how many. */
export async function discardOrphans(tx: DbOrTx, now: Date, limit: number): Promise<number> {
  const orphans = tx.select({ id: upload.id }).from(upload)
    .where(and(isNull(upload.used_at), isNull(upload.deleted_at), lte(upload.created_at, new Date(now.getTime() - LIFETIME.orphanedUpload))))
    .limit(limit)
    // One that is just being used is no orphan.
    .for('update', { skipLocked: true })
  const gone = await tx.update(upload)
    .set({ deleted_at: sql`${upload.created_at} + ${LIFETIME.orphanedUpload} * interval '1 millisecond'` })
    .where(inArray(upload.id, orphans)).returning({ id: upload.id })
  return gone.length
}

/** Some of the uploads that were given up by a moment. */
export async function findDiscarded(tx: DbOrTx, until: Date, limit: number) {
  return tx.select({ id: upload.id, kind: upload.kind, url: upload.url }).from(upload)
    .where(lte(upload.deleted_at, until)).orderBy(upload.deleted_at).limit(limit)
}

/** Removes the row of an upload that was given up; false where somebody else did. */
export async function deleteDiscarded(tx: DbOrTx, id: number): Promise<boolean> {
  const gone = await tx.delete(upload).where(and(eq(upload.id, id), isNotNull(upload.deleted_at))).returning({ id: upload.id })
  return gone.length > 0
}

/** Whether another upload needs the bytes of that address. */
export async function isNeeded(tx: DbOrTx, url: string, exceptId: number): Promise<boolean> {
  const rows = await tx.select({ id: upload.id }).from(upload)
    .where(and(eq(upload.url, url), ne(upload.id, exceptId), isNull(upload.deleted_at))).limit(1)
  return rows.length > 0
}
