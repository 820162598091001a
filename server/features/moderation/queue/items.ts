import { and, eq, inArray, isNull, ne, or, sql, type SQL } from 'drizzle-orm'
import type { DecisionAction } from '#shared/rules/moderation.ts'
import type { QueueKind } from '#shared/rules/queue.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { findModeratorIds } from '../moderators/queries.ts'
import { emitUnreadChange, notifyReporters, retractNotifications } from '../../notifications/queries.ts'
import { reopenNotices } from '../notices/queries.ts'
import { report } from '../reports/table.ts'
import { queueItem } from './table.ts'

/**
 * The caller has locked the content or member that the item is about. `category_id` is null if only admins see the
 * item; `held_by` is the filter that held or reported the content.
 */
type NewItem = {
  kind: QueueKind
  post_id?: number | null
  comment_id?: number | null
  reported_category_id?: number | null
  reported_user_id?: number | null
  message_id?: number | null
  appeal_id?: number | null
  notice_id?: number | null
  modmail_id?: number | null
  registration_id?: number | null
  category_id: number | null
  held_by?: string | null
  report_count?: number
  waiting_since: Date
}

type ItemSubject = Pick<
  NewItem,
  | 'post_id'
  | 'comment_id'
  | 'reported_category_id'
  | 'reported_user_id'
  | 'message_id'
  | 'appeal_id'
  | 'notice_id'
  | 'modmail_id'
  | 'registration_id'
>

function itemKey({
  post_id,
  comment_id,
  reported_category_id,
  reported_user_id,
  message_id,
  appeal_id,
  notice_id,
  modmail_id,
  registration_id,
}: ItemSubject): string {
  if (registration_id != null) return `registration:${registration_id}`
  if (modmail_id != null) return `mail:${modmail_id}`
  if (appeal_id != null) return `appeal:${appeal_id}`
  if (notice_id != null) return `notice:${notice_id}`
  if (message_id != null) return `message:${message_id}`
  if (reported_user_id != null) return `user:${reported_user_id}`
  if (comment_id != null) return `comment:${comment_id}`
  return post_id != null ? `post:${post_id}` : `category:${reported_category_id}`
}

/** Emits a change of the moderators' unread counts, because it makes their open consoles reload the queue. */
export async function emitQueueChange(tx: DbOrTx, categoryIds: (number | null)[]): Promise<void> {
  for (const id of new Set(categoryIds)) if (id !== null) await emitUnreadChange(tx, await findModeratorIds(tx, id))
}

/** Updates the open item of the same kind and subject, if there is one. */
export async function openItem(tx: DbOrTx, newItem: NewItem): Promise<{ id: number; report_count: number }> {
  const [row] = await tx
    .insert(queueItem)
    .values({ ...newItem, thing: itemKey(newItem) })
    .onConflictDoUpdate({
      target: [queueItem.thing, queueItem.kind],
      targetWhere: sql`status = 'open'`,
      set: {
        report_count: sql`${queueItem.report_count} + excluded.report_count`,
        held_by: sql`coalesce(excluded.held_by, ${queueItem.held_by})`,
      },
    })
    .returning({ id: queueItem.id, report_count: queueItem.report_count })
  await emitQueueChange(tx, [newItem.category_id])
  return row!
}

const isOpen = eq(queueItem.status, 'open')

async function close(tx: DbOrTx, which: SQL | undefined, decisionId: number | null, now: Date): Promise<number[]> {
  const closed = await tx
    .update(queueItem)
    .set({
      status: 'decided',
      decision_id: decisionId,
      decided_at: now,
      claim: null,
      claimed_by_id: null,
      claimed_until: null,
    })
    .where(and(which, isOpen))
    .returning({ id: queueItem.id, category_id: queueItem.category_id })
  await emitQueueChange(
    tx,
    closed.map(({ category_id }) => category_id),
  )
  return closed.map(({ id }) => id)
}

export const closeItem = (tx: DbOrTx, id: number, decisionId: number | null, now: Date): Promise<number[]> =>
  close(tx, eq(queueItem.id, id), decisionId, now)

const isContentKind = inArray(queueItem.kind, ['reports', 'held'])

const isAboutContent = (ref: ContentId) =>
  'post_id' in ref ? eq(queueItem.post_id, ref.post_id) : eq(queueItem.comment_id, ref.comment_id)

type ContentId = { post_id: number } | { comment_id: number }

export async function closeAppealItem(
  tx: DbOrTx,
  appealId: number,
  decisionId: number | null,
  now: Date,
): Promise<void> {
  await close(tx, eq(queueItem.thing, itemKey({ appeal_id: appealId })), decisionId, now)
}

export async function closeNoticeItems(
  tx: DbOrTx,
  noticeIds: number[],
  decisionId: number | null,
  now: Date,
): Promise<void> {
  await close(
    tx,
    inArray(
      queueItem.thing,
      noticeIds.map((notice_id) => itemKey({ notice_id })),
    ),
    decisionId,
    now,
  )
}

export async function closeItemOfModmail(tx: DbOrTx, threadIds: number[], now: Date): Promise<void> {
  const keys = threadIds.map((modmail_id) => itemKey({ modmail_id }))
  await close(tx, inArray(queueItem.thing, keys), null, now)
}

/** Closes the queue items of a deleted comment, or of a deleted post and its comments; the reports stay listed. */
export async function closeItemsOf(tx: DbOrTx, ref: ContentId, now: Date): Promise<void> {
  await close(tx, and(isAboutContent(ref), isContentKind), null, now)
}

export async function closeReportsOfCategory(tx: DbOrTx, categoryId: number, now: Date): Promise<void> {
  await close(tx, and(eq(queueItem.reported_category_id, categoryId), isContentKind), null, now)
}

/** Closes reports about a member whose account is deleted, and reports of their messages. */
export async function closeReportsOfMember(tx: DbOrTx, userId: number, now: Date): Promise<void> {
  await close(tx, and(eq(queueItem.reported_user_id, userId), isContentKind), null, now)
}

export async function lockItemOfReport(tx: DbOrTx, reportId: number): Promise<void> {
  await tx
    .select({ id: queueItem.id })
    .from(queueItem)
    .where(eq(queueItem.id, sql`(select item_id from report where id = ${reportId})`))
    .for('no key update')
}

/** Moves pending reports of earlier, closed queue items to the item of a new report. */
export async function adoptReports(tx: DbOrTx, itemId: number, isTarget: SQL): Promise<void> {
  const isElsewhere = or(isNull(report.item_id), ne(report.item_id, itemId))
  const adopted = await tx
    .update(report)
    .set({ item_id: itemId })
    .where(and(isTarget, eq(report.status, 'pending'), isElsewhere))
    .returning({ id: report.id })
  if (adopted.length > 0)
    await tx
      .update(queueItem)
      .set({ report_count: sql`${queueItem.report_count} + ${adopted.length}` })
      .where(eq(queueItem.id, itemId))
}

type DecidedContent = {
  id: number
  action: DecisionAction
  post_id?: number
  comment_id?: number
  decider_id: number | null
}

const REPORT_STATUS_AFTER: Partial<Record<DecisionAction, 'resolved' | 'rejected'>> = {
  removed: 'resolved',
  approved: 'rejected',
}

export async function closeDecided(
  tx: DbOrTx,
  { id, action, post_id, comment_id, decider_id }: DecidedContent,
  now: Date,
): Promise<void> {
  if (action === 'deleted') {
    const ref = comment_id === undefined ? { post_id: post_id! } : { comment_id }
    await tx
      .update(queueItem)
      .set({ decision_id: id })
      .where(and(isAboutContent(ref), isContentKind, isNull(queueItem.decision_id), eq(queueItem.decided_at, now)))
  }
  const status = REPORT_STATUS_AFTER[action]
  if (status === undefined) return
  const closed = await close(tx, and(eq(queueItem.thing, itemKey({ post_id, comment_id })), isContentKind), id, now)
  if (closed.length > 0) await closeReports(tx, closed, status, { deciderId: decider_id, now })
}

export async function closeReports(
  tx: DbOrTx,
  itemIds: number[],
  status: 'resolved' | 'rejected',
  { deciderId, now }: { deciderId: number | null; now: Date },
): Promise<void> {
  const closed = await tx
    .update(report)
    .set({ status, resolved_at: now })
    .where(and(inArray(report.item_id, itemIds), eq(report.status, 'pending')))
    .returning({ id: report.id })
  await notifyReporters(
    tx,
    closed.map(({ id }) => id),
    { deciderId, now },
  )
}

/** Reopens the notices of illegal content that a removal closed, and their queue items. */
export async function reopenNoticeItems(tx: DbOrTx, decisionId: number): Promise<void> {
  await reopenNotices(tx, decisionId)
  const reopened = await tx
    .update(queueItem)
    .set({ status: 'open', decision_id: null, decided_at: null })
    .where(and(eq(queueItem.decision_id, decisionId), eq(queueItem.kind, 'notices')))
    .returning({ category_id: queueItem.category_id })
  await emitQueueChange(
    tx,
    reopened.map(({ category_id }) => category_id),
  )
}

/**
 * Reopens the queue items and reports that a decision closed; reports of a newer item about the same subject move to
 * the reopened one. The caller has locked the content or member.
 */
export async function reopenItems(tx: DbOrTx, decisionId: number): Promise<void> {
  const isDecidedBy = eq(queueItem.decision_id, decisionId)
  const reopened = await tx
    .select({ id: queueItem.id, category_id: queueItem.category_id })
    .from(queueItem)
    .where(isDecidedBy)
  if (reopened.length === 0) return
  const ids = reopened.map(({ id }) => id)
  await reopenNotices(tx, decisionId)
  await tx.execute(sql`
    with newer as (
      select open.id, old.id as old_id from queue_item old join queue_item open on open.thing = old.thing and open.kind
        = old.kind and open.status = 'open'
      where ${inArray(sql`old.id`, ids)}
    ), moved as (update report set item_id = newer.old_id from newer where report.item_id = newer.id)
    delete from queue_item using newer where queue_item.id = newer.id`)
  const pending = await tx.execute<{ id: number }>(sql`
    update report set status = 'pending', resolved_at = null from queue_item item
    where ${inArray(sql`item.id`, ids)} and report.item_id = item.id and report.resolved_at = item.decided_at
      and not exists (
      select 1 from report later where later.item_id = item.id and later.reporter_id = report.reporter_id
        and later.status = 'pending'
    ) returning report.id`)
  if (pending.length > 0) await retractNotifications(tx, { reportIds: pending.map(({ id }) => id) })
  await tx
    .update(queueItem)
    .set({
      status: 'open',
      decision_id: null,
      decided_at: null,
      report_count: sql`(select count(*) from report where report.item_id = ${queueItem.id} and report.status
        = 'pending')`,
    })
    .where(isDecidedBy)
  await emitQueueChange(
    tx,
    reopened.map(({ category_id }) => category_id),
  )
}

export async function findHeld(tx: DbOrTx, decisionId: number) {
  const [row] = await tx
    .select({ waiting_since: queueItem.waiting_since, held_by: queueItem.held_by })
    .from(queueItem)
    .where(and(eq(queueItem.decision_id, decisionId), eq(queueItem.kind, 'held')))
  return row ?? null
}
