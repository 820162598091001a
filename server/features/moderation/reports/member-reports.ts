import { and, desc, eq, inArray, isNotNull, isNull, lte, notExists } from 'drizzle-orm'
import { ApiError } from '#shared/api/errors.ts'
import { LIMITS } from '#shared/limits.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { isNotExpired, ofPair, type Lifetime } from '../../messages/lifetime.ts'
import { message } from '../../messages/table.ts'
import { queueItem } from '../queue/table.ts'
import { user } from '../../users/table.ts'
import { insertReport } from './queries.ts'
import { report, reportedMessage } from './table.ts'

type MemberTarget = { message_id: number } | { user_id: number }

/** Throws `user_not_found`, `message_not_found`, `self`. */
async function lockReportedMember(
  tx: DbOrTx,
  target: MemberTarget,
  { reporterId, lifetime }: { reporterId: number; lifetime: Lifetime },
): Promise<number> {
  const id = 'user_id' in target ? target.user_id : await findSender(tx, target.message_id, { reporterId, lifetime })
  if (id === null) throw new ApiError('message_not_found')
  if (id === reporterId) throw new ApiError('self')
  const [row] = await tx
    .select({ id: user.id })
    .from(user)
    .where(and(eq(user.id, id), isNull(user.deleted_at)))
    .for('share')
  if (!row) throw new ApiError('user_id' in target ? 'user_not_found' : 'message_not_found')
  return row.id
}

async function findSender(
  tx: DbOrTx,
  messageId: number,
  { reporterId, lifetime }: { reporterId: number; lifetime: Lifetime },
): Promise<number | null> {
  const [row] = await tx
    .select({ sender_id: message.sender_id })
    .from(message)
    .where(and(eq(message.id, messageId), eq(message.recipient_id, reporterId), isNotExpired(lifetime)))
  return row?.sender_id ?? null
}

/** Copies a reported message and the latest messages before it, without expired ones. */
async function storeMessages(
  tx: DbOrTx,
  { id, message_id, pair, lifetime }: { id: number; message_id: number; pair: [number, number]; lifetime: Lifetime },
): Promise<void> {
  const found = await tx
    .select({
      message_id: message.id,
      sender_id: message.sender_id,
      content: message.content,
      image_url: message.image_url,
      created_at: message.created_at,
    })
    .from(message)
    .where(and(ofPair(...pair), lte(message.id, message_id), isNotExpired(lifetime)))
    .orderBy(desc(message.id))
    .limit(LIMITS.messagesBeforeReported + 1)
  // The message may have been deleted after its sender was looked up.
  if (found[0]?.message_id !== message_id) throw new ApiError('message_not_found')
  await tx
    .insert(reportedMessage)
    .values(found.map(({ image_url, ...columns }) => ({ ...columns, report_id: id, has_image: image_url !== null })))
}

/** Throws `already_reported` and the errors of `lockReportedMember`. */
export async function reportMember(
  tx: DbOrTx,
  reporterId: number,
  target: MemberTarget,
  { reason, lifetime }: { reason: string; lifetime: Lifetime },
) {
  const userId = await lockReportedMember(tx, target, { reporterId, lifetime })
  const row = await insertReport(
    tx,
    reporterId,
    { ...target, user_id: userId },
    { scope: { category_id: null, post_id: null }, reason, now: lifetime.now },
  )
  if ('message_id' in target)
    await storeMessages(tx, { id: row.id, message_id: target.message_id, pair: [reporterId, userId], lifetime })
  return row
}

/** Deletes old reports of messages with the copied messages, and queue items that have no other report. */
export async function deleteReportsOfMessages(tx: DbOrTx, before: Date, limit: number): Promise<number> {
  const due = tx
    .select({ id: report.id })
    .from(report)
    .where(and(isNotNull(report.message_id), lte(report.created_at, before)))
    .limit(limit)
    .for('update', { skipLocked: true })
  const deleted = await tx.delete(report).where(inArray(report.id, due)).returning({ item_id: report.item_id })
  const itemIds = deleted.flatMap(({ item_id }) => item_id ?? [])
  if (itemIds.length > 0)
    await tx
      .delete(queueItem)
      .where(
        and(
          inArray(queueItem.id, itemIds),
          notExists(tx.select().from(report).where(eq(report.item_id, queueItem.id))),
        ),
      )
  return deleted.length
}
