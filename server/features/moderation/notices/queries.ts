import { and, eq, inArray, isNull, lte, ne, or, sql } from 'drizzle-orm'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { findCategoryByName } from '../../categories/queries.ts'
import { comment } from '../../comments/table.ts'
import { decision } from '../decisions/table.ts'
import { post } from '../../posts/table.ts'
import { upload } from '../../uploads/table.ts'
import { user } from '../../users/table.ts'
import type { Subject } from './rules.ts'
import { notice } from './table.ts'

export type NoticeTarget = { post_id?: number; comment_id?: number; user_id?: number; category_id?: number }

type NewNoticeRow = Omit<typeof notice.$inferInsert, 'id'>

export async function insertNotice(tx: DbOrTx, values: NewNoticeRow): Promise<number> {
  const [row] = await tx.insert(notice).values(values).returning({ id: notice.id })
  return row!.id
}

/** Posts and comments are found even if they are deleted, or visible only to their author and staff. */
export async function findTarget(tx: DbOrTx, subject: Subject): Promise<NoticeTarget> {
  if ('hash' in subject) return findShownFile(tx, subject.hash)
  if (subject.kind === 'category') {
    const found = await findCategoryByName(tx, subject.name)
    return found ? { category_id: found.id } : {}
  }
  if ('name' in subject) {
    const [found] = await tx
      .select({ user_id: user.id })
      .from(user)
      .where(and(eq(sql`lower(${user.username})`, subject.name.toLowerCase()), isNull(user.deleted_at)))
    return found ?? {}
  }
  return { [`${subject.kind}_id`]: subject.id }
}

/** Finds the oldest post, or else the oldest comment, that shows a public file. */
async function findShownFile(tx: DbOrTx, hash: string): Promise<NoticeTarget> {
  const [file] = await tx.select({ url: upload.url }).from(upload).where(eq(upload.content_hash, hash)).limit(1)
  if (!file) return {}
  const inGallery = sql`${post.images} @> ${JSON.stringify([{ url: file.url }])}::jsonb`
  const [shown] = await tx
    .select({ post_id: post.id })
    .from(post)
    .where(
      and(
        or(eq(post.image_url, file.url), eq(post.video_url, file.url), eq(post.captions_url, file.url), inGallery),
        isNull(post.deleted_at),
      ),
    )
    .orderBy(post.id)
    .limit(1)
  if (shown) return shown
  const [attached] = await tx
    .select({ comment_id: comment.id })
    .from(comment)
    .where(
      and(
        or(eq(comment.image_url, file.url), eq(comment.video_url, file.url), eq(comment.captions_url, file.url)),
        isNull(comment.deleted_at),
      ),
    )
    .orderBy(comment.id)
    .limit(1)
  return attached ?? {}
}

/** `thread_id` is the post of a reported comment. */
export async function findNotice(tx: DbOrTx, id: number) {
  const [row] = await tx
    .select({ notice, thread_id: comment.post_id, automatic: decision.automatic })
    .from(notice)
    .leftJoin(comment, eq(comment.id, notice.comment_id))
    .leftJoin(decision, eq(decision.id, notice.decision_id))
    .where(eq(notice.id, id))
  return row ?? null
}

export type Closing = { outcome: 'removed' | 'kept'; decision_id?: number | null; answer?: string; now: Date }

/** Closes one notice of illegal content, or all open ones about a post or comment, and returns them. */
export async function closeNotices(
  tx: DbOrTx,
  which: { id: number } | { post_id: number } | { comment_id: number },
  { now, ...closing }: Closing,
): Promise<{ id: number; email: string | null }[]> {
  const isMeant =
    'id' in which
      ? eq(notice.id, which.id)
      : 'post_id' in which
        ? eq(notice.post_id, which.post_id)
        : eq(notice.comment_id, which.comment_id)
  return tx
    .update(notice)
    .set({ ...closing, decided_at: now })
    .where(and(isMeant, isNull(notice.decided_at)))
    .returning({ id: notice.id, email: notice.email })
}

export async function reopenNotices(tx: DbOrTx, decisionId: number): Promise<void> {
  await tx
    .update(notice)
    .set({ decided_at: null, outcome: null, decision_id: null, answer: '' })
    .where(eq(notice.decision_id, decisionId))
}

/** Erases texts and senders of notices, but keeps the columns that the transparency report counts. */
export async function eraseDecidedNotices(tx: DbOrTx, before: Date, limit: number): Promise<number> {
  const due = tx
    .select({ id: notice.id })
    .from(notice)
    .where(and(lte(notice.decided_at, before), ne(notice.text, '')))
    .limit(limit)
    .for('update', { skipLocked: true })
  const erased = await tx
    .update(notice)
    .set({ url: '', text: '', name: null, email: null, answer: '' })
    .where(inArray(notice.id, due))
    .returning({ id: notice.id })
  return erased.length
}
