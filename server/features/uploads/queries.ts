import { and, eq, inArray, isNotNull, isNull, lte, ne, not, or, sql, type SQL } from 'drizzle-orm'
import { invalidField } from '#shared/api/errors.ts'
import { LIFETIME } from '#shared/limits.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { ADVISORY_LOCKS } from '#server/lib/advisory-locks.ts'
import { ad } from '../ads/table.ts'
import { category } from '../categories/table.ts'
import { comment } from '../comments/table.ts'
import { mayModerate, type Reader, readerVariant } from '../moderation/foundation.ts'
import { isListed, isReadable } from '../posts/listed.ts'
import { post } from '../posts/table.ts'
import { user } from '../users/table.ts'
import { setting } from '../settings/table.ts'
import { upload } from './table.ts'

export type UploadKind = (typeof upload.$inferSelect)['kind']

type ClaimedUpload = {
  url: string
  width: number | null
  height: number | null
  placeholder: string | null
  poster_url: string | null
}

const FIELD = { image: 'image_url', video: 'video_url', captions: 'captions_url', message_image: 'image_url' } as const

/** `userId` is null for staff, who may use anybody's upload. */
type OwnUpload = { userId: number | null; url: string; kind: UploadKind }

const isUnused = ({ userId, url, kind }: OwnUpload) =>
  and(
    userId === null ? undefined : eq(upload.user_id, userId),
    eq(upload.url, url),
    eq(upload.kind, kind),
    isNull(upload.used_at),
    isNull(upload.deleted_at),
  )

export async function hasUnusedUpload(tx: DbOrTx, of: OwnUpload): Promise<boolean> {
  return (await tx.$count(upload, isUnused(of))) > 0
}

export async function sizesOfUploads(db: DbOrTx, urls: string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectDistinctOn([upload.url], { url: upload.url, size: upload.size })
    .from(upload)
    .where(inArray(upload.url, urls))
    .orderBy(upload.url)
  return new Map(rows.map(({ url, size }) => [url, size]))
}

/** Marks an unused upload as used, or throws `invalid` for `field` if the user has no such upload. */
export async function claimUpload(
  tx: DbOrTx,
  { userId, url, kind, field = FIELD[kind] }: OwnUpload & { field?: string },
): Promise<ClaimedUpload> {
  const unused = isUnused({ userId, url, kind })
  const one = tx.select({ id: upload.id }).from(upload).where(unused).orderBy(upload.id).limit(1).for('update')
  const [claimed] = await tx
    .update(upload)
    .set({ used_at: sql`now()` })
    .where(and(eq(upload.id, one), unused))
    .returning({
      url: upload.url,
      width: upload.width,
      height: upload.height,
      placeholder: upload.placeholder,
      poster_url: upload.poster_url,
    })
  if (!claimed) throw invalidField(field, 'media')
  return claimed
}

/** No other transaction registers or deletes the files of the URL until this one ends. */
export async function lockContent(tx: DbOrTx, url: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.uploadContent}::int, hashtext(${url}))`)
}

/**
 * The row is marked as deleted until the upload is confirmed, so that failed uploads are cleaned up. Returns null if
 * the files of the member (or the operator) would exceed `quota` bytes.
 */
export async function insertPendingUpload(
  db: DbOrTx,
  values: typeof upload.$inferInsert & { deleted_at: Date },
  quota: number,
): Promise<number | null> {
  const userId = values.user_id ?? null
  return db.transaction(async (tx) => {
    await lockContent(tx, values.url)
    await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.uploadQuota}::int, ${userId ?? 0})`)
    const [used] = await tx
      .select({ bytes: sql`coalesce(sum(${upload.size}), 0)`.mapWith(Number) })
      .from(upload)
      .where(userId === null ? isNull(upload.user_id) : eq(upload.user_id, userId))
    if (used!.bytes + values.size > quota) return null
    const [row] = await tx.insert(upload).values(values).returning({ id: upload.id })
    return row!.id
  })
}

export async function confirmUpload(tx: DbOrTx, id: number): Promise<void> {
  const confirmed = await tx
    .update(upload)
    .set({ deleted_at: null })
    .where(eq(upload.id, id))
    .returning({ id: upload.id })
  if (confirmed.length === 0) throw new Error('An upload was removed before its file was stored')
}

type UrlColumn =
  | typeof post.image_url
  | typeof comment.image_url
  | typeof category.icon_url
  | typeof category.banner_url
  | typeof post.video_url
  | typeof comment.video_url
  | typeof post.captions_url
  | typeof comment.captions_url
  | typeof user.avatar_url
  | typeof ad.image_url

const ofUrl = (column: UrlColumn) => sql`${column} = ${upload.url}`

const isInGallery = sql`${post.images} @> jsonb_build_array(jsonb_build_object('url', ${upload.url}))`

const isInSetting = sql`exists (select 1 from ${setting} where ${setting.key} in ('logo', 'icon')
  and ${setting.value} = to_jsonb(${upload.url}))`

const isInPost = sql`(${ofUrl(post.image_url)} or ${ofUrl(post.video_url)} or ${ofUrl(post.captions_url)}
  or ${isInGallery})`

const isInComment = sql`(${ofUrl(comment.image_url)} or ${ofUrl(comment.video_url)} or ${ofUrl(comment.captions_url)})`

function isShown(): SQL {
  return or(
    sql`exists (select 1 from ${post} join post_rank on post_rank.post_id = ${post.id} and ${isListed()}
      where ${isInPost})`,
    sql`exists (select 1 from ${comment} join post_rank on post_rank.post_id = ${comment.post_id} and ${isReadable()}
      where ${isInComment} and ${comment.is_listed})`,
    sql`exists (select 1 from ${category} where (${ofUrl(category.icon_url)} or ${ofUrl(category.banner_url)})
      and ${category.deleted_at} is null)`,
    sql`exists (select 1 from ${user} where ${ofUrl(user.avatar_url)})`,
    sql`exists (select 1 from ${ad} where ${ofUrl(ad.image_url)})`,
    isInSetting,
  )!
}

export async function isPublic(tx: DbOrTx, contentHash: string): Promise<boolean> {
  const rows = await tx
    .select({ id: upload.id })
    .from(upload)
    .where(and(eq(upload.content_hash, contentHash), isNull(upload.deleted_at), or(isNull(upload.used_at), isShown())))
    .limit(1)
  return rows.length > 0
}

/** A file of removed or held content is shown only to its author and moderators. */
export async function isShownTo(tx: DbOrTx, contentHash: string, reader: Reader): Promise<boolean> {
  const mayRead = (authorId: SQL | typeof post.author_id | typeof comment.author_id) =>
    sql`(${authorId} = ${reader.id}::integer
      or ${mayModerate(post.category_id, reader.id ?? 0, readerVariant(reader))})`
  const isKept = (table: typeof post | typeof comment) =>
    and(isNull(table.deleted_at), or(isNotNull(table.removal_id), isNotNull(table.held_at)))
  const rows = await tx
    .select({ id: upload.id })
    .from(upload)
    .where(
      and(
        eq(upload.content_hash, contentHash),
        isNull(upload.deleted_at),
        or(
          sql`exists (select 1 from ${post} where ${isInPost}
        and ${isKept(post)} and ${mayRead(post.author_id)})`,
          sql`exists (select 1 from ${comment} join ${post} on ${post.id} = ${comment.post_id}
            and ${post.deleted_at} is null
        where ${isInComment} and ${isKept(comment)}
          and ${mayRead(comment.author_id)})`,
        ),
      ),
    )
    .limit(1)
  return rows.length > 0
}

export async function findMessageImage(tx: DbOrTx, url: string) {
  const [row] = await tx
    .select({
      user_id: upload.user_id,
      is_animated: upload.is_animated,
      is_unused: sql<boolean>`${upload.used_at} is null`,
    })
    .from(upload)
    .where(and(eq(upload.url, url), eq(upload.kind, 'message_image'), isNull(upload.deleted_at)))
  return row ?? null
}

/** Must run in the transaction that deleted or blanked the rows with these URLs. */
export async function softDeleteUploads(tx: DbOrTx, urls: string[], now: Date): Promise<void> {
  if (urls.length === 0) return
  await tx
    .update(upload)
    .set({ deleted_at: now })
    .where(
      and(
        inArray(upload.url, urls),
        isNotNull(upload.used_at),
        isNull(upload.deleted_at),
        sql`not exists (select 1 from ${post} where ${isInPost})`,
        sql`not exists (select 1 from ${comment} where ${isInComment})`,
        sql`not exists (select 1 from ${category} where ${ofUrl(category.icon_url)} or ${ofUrl(category.banner_url)})`,
        sql`not exists (select 1 from ${user} where ${ofUrl(user.avatar_url)})`,
        sql`not exists (select 1 from ${ad} where ${ofUrl(ad.image_url)})`,
        not(isInSetting),
      ),
    )
}

export async function softDeleteUnused(tx: DbOrTx, now: Date, limit: number): Promise<number> {
  const orphans = tx
    .select({ id: upload.id })
    .from(upload)
    .where(
      and(
        isNull(upload.used_at),
        isNull(upload.deleted_at),
        lte(upload.created_at, new Date(now.getTime() - LIFETIME.orphanedUpload)),
      ),
    )
    .limit(limit)
    .for('update', { skipLocked: true })
  const gone = await tx
    .update(upload)
    .set({ deleted_at: sql`${upload.created_at} + ${LIFETIME.orphanedUpload} * interval '1 millisecond'` })
    .where(inArray(upload.id, orphans))
    .returning({ id: upload.id })
  return gone.length
}

export async function findSoftDeleted(tx: DbOrTx, until: Date, limit: number) {
  return tx
    .select({ id: upload.id, kind: upload.kind, url: upload.url })
    .from(upload)
    .where(lte(upload.deleted_at, until))
    .orderBy(upload.deleted_at)
    .limit(limit)
}

export async function deleteUploadRow(tx: DbOrTx, id: number): Promise<boolean> {
  const gone = await tx
    .delete(upload)
    .where(and(eq(upload.id, id), isNotNull(upload.deleted_at)))
    .returning({ id: upload.id })
  return gone.length > 0
}

/** Pending and soft-deleted rows count, because their files may be in use. */
export async function isUsedElsewhere(tx: DbOrTx, url: string, exceptId: number): Promise<boolean> {
  const rows = await tx
    .select({ id: upload.id })
    .from(upload)
    .where(and(eq(upload.url, url), ne(upload.id, exceptId)))
    .limit(1)
  return rows.length > 0
}
