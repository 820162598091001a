import { and, asc, desc, inArray, isNotNull, isNull, lte, type SQL } from 'drizzle-orm'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { deleteDeferred } from '../deferred/queries.ts'
import { category, categoryFlair, categoryRule } from '../categories/table.ts'
import { comment } from '../comments/table.ts'
import { deleteVersions } from '../history/queries.ts'
import { deletePolls } from '../polls/queries.ts'
import { post } from '../posts/table.ts'
import { stream } from '../streams/table.ts'
import { softDeleteUploads } from '../uploads/queries.ts'
import { NO_VIDEO_TEXTS } from '../uploads/video-texts.ts'

/* To erase a row means to empty its contents and delete its uploads; the row stays, because other rows refer to it. */

const ERASED_STREAM = { title: '', description: '', url: '' }

type Deletable = typeof post | typeof comment | typeof category | typeof stream

const isDue = (table: Deletable, before: Date): SQL =>
  and(isNotNull(table.deleted_at), lte(table.deleted_at, before), isNull(table.erased_at))!

export async function findPostsToErase(tx: DbOrTx, before: Date, limit: number): Promise<number[]> {
  const rows = await tx
    .select({ id: post.id })
    .from(post)
    .where(isDue(post, before))
    .orderBy(asc(post.deleted_at))
    .limit(limit)
  return rows.map(({ id }) => id)
}

/** A deleted post may be restored with its live stream, so the stream is erased only together with the post. */
async function eraseStreamsOf(tx: DbOrTx, postIds: number[], now: Date): Promise<void> {
  await tx
    .update(stream)
    .set({ ...ERASED_STREAM, deleted_at: now, erased_at: now })
    .where(and(inArray(stream.post_id, postIds), isNull(stream.erased_at)))
}

export async function erasePosts(tx: DbOrTx, ids: number[], now: Date): Promise<void> {
  const rows = await tx
    .select({
      id: post.id,
      image_url: post.image_url,
      video_url: post.video_url,
      captions_url: post.captions_url,
      images: post.images,
    })
    .from(post)
    .where(and(inArray(post.id, ids), isNull(post.erased_at)))
    .orderBy(asc(post.id))
    .for('no key update')
  await tx
    .update(post)
    .set({
      title: '',
      content: '',
      content_html: '',
      excerpt: '',
      excerpt_truncated: false,
      image_url: null,
      image_width: null,
      image_height: null,
      image_placeholder: null,
      video_url: null,
      video_poster_url: null,
      ...NO_VIDEO_TEXTS,
      images: null,
      link_url: null,
      link_domain: null,
      poll_closes_at: null,
      erased_at: now,
    })
    .where(
      inArray(
        post.id,
        rows.map(({ id }) => id),
      ),
    )
  await eraseStreamsOf(
    tx,
    rows.map(({ id }) => id),
    now,
  )
  await deletePolls(
    tx,
    rows.map(({ id }) => id),
  )
  await deleteVersions(
    tx,
    'post',
    rows.map(({ id }) => id),
  )
  await deleteDeferred(
    tx,
    'post',
    rows.map(({ id }) => id),
  )
  await softDeleteUploads(
    tx,
    urlsOf(rows).concat(rows.flatMap(({ images }) => images?.slice(1).map(({ url }) => url) ?? [])),
    now,
  )
}

export function eraseDeletedComments(tx: DbOrTx, before: Date, now: Date, limit: number): Promise<number> {
  return eraseComments(tx, isDue(comment, before), now, limit)
}

/** Comments that were not deleted themselves are erased, too, since nobody can read them any more. */
export function eraseCommentsOf(tx: DbOrTx, postIds: number[], now: Date, limit: number): Promise<number> {
  return eraseComments(tx, and(inArray(comment.post_id, postIds), isNull(comment.erased_at))!, now, limit)
}

async function eraseComments(tx: DbOrTx, which: SQL, now: Date, limit: number): Promise<number> {
  const found = await tx.select({ id: comment.id }).from(comment).where(which).limit(limit)
  // Replies are locked before their parents, as when a comment is deleted, because another order could deadlock.
  const rows = await tx
    .select({
      id: comment.id,
      image_url: comment.image_url,
      video_url: comment.video_url,
      captions_url: comment.captions_url,
    })
    .from(comment)
    .where(
      inArray(
        comment.id,
        found.map(({ id }) => id),
      ),
    )
    .orderBy(desc(comment.id))
    .for('no key update')
  await tx
    .update(comment)
    .set({
      content: '',
      content_html: '',
      excerpt: '',
      image_url: null,
      image_width: null,
      image_height: null,
      video_url: null,
      ...NO_VIDEO_TEXTS,
      erased_at: now,
    })
    .where(
      inArray(
        comment.id,
        rows.map(({ id }) => id),
      ),
    )
  await deleteVersions(
    tx,
    'comment',
    rows.map(({ id }) => id),
  )
  await deleteDeferred(
    tx,
    'comment',
    rows.map(({ id }) => id),
  )
  await softDeleteUploads(tx, urlsOf(rows), now)
  return rows.length
}

export async function eraseCategories(tx: DbOrTx, before: Date, now: Date, limit: number): Promise<number> {
  const rows = await tx
    .select({ id: category.id, icon_url: category.icon_url, banner_url: category.banner_url })
    .from(category)
    .where(isDue(category, before))
    .limit(limit)
    .for('no key update')
  await tx
    .update(category)
    .set({ display_name: '', description: '', icon_url: null, banner_url: null, rules_count: 0, erased_at: now })
    .where(
      inArray(
        category.id,
        rows.map(({ id }) => id),
      ),
    )
  const ids = rows.map(({ id }) => id)
  await tx
    .update(categoryRule)
    .set({ title: '', text: '', deleted_at: now })
    .where(inArray(categoryRule.category_id, ids))
  await tx.update(categoryFlair).set({ label: '', deleted_at: now }).where(inArray(categoryFlair.category_id, ids))
  await softDeleteUploads(
    tx,
    rows.flatMap(({ icon_url, banner_url }) => [icon_url, banner_url].filter((url) => url !== null)),
    now,
  )
  return rows.length
}

export async function eraseStreams(tx: DbOrTx, before: Date, now: Date, limit: number): Promise<number> {
  const due = tx.select({ id: stream.id }).from(stream).where(isDue(stream, before)).limit(limit)
  const rows = await tx
    .update(stream)
    .set({ ...ERASED_STREAM, erased_at: now })
    .where(inArray(stream.id, due))
    .returning({ id: stream.id })
  return rows.length
}

type Files = { image_url: string | null; video_url: string | null; captions_url: string | null }

function urlsOf(rows: Files[]): string[] {
  return rows.flatMap(({ image_url, video_url, captions_url }) =>
    [image_url, video_url, captions_url].filter((url) => url !== null),
  )
}
