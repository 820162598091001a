import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { DbOrTx } from '#server/db/client.ts'
import { notification } from './table.ts'

export type NoticeKind = typeof notification.$inferSelect['kind']

/** What a notice is about; a notice about a comment names the post too. */
export type NoticeSubject = { postId?: number | null, commentId?: number | null, reportId?: number | null }

/** Who may be told of what `actorId` did: not themselves, not who blocked them, no bot, no deleted account. */
function mayHear(actorId: number | null): SQL {
  return sql`receiver.deleted_at is null and not receiver.is_bot and receiver.id is distinct from ${actorId}::integer
    and not exists (select 1 from blockeduser where blocker_id = receiver.id and blocked_id = ${actorId}::integer)`
}

function insertNotices(kind: NoticeKind, actorId: number | null, subject: NoticeSubject, receivers: SQL): SQL {
  return sql`
    insert into notification (user_id, kind, actor_id, post_id, comment_id, report_id)
    select receiver.id, ${kind}, ${actorId}::integer, ${subject.postId ?? null}::integer,
      ${subject.commentId ?? null}::integer, ${subject.reportId ?? null}::integer
    from "user" receiver
    where ${receivers} and ${mayHear(actorId)}`
}

/**
 * Tells a member of something that concerns them; `actorId` is who did it (null: staff). Nobody hears of what they did
 * themselves or of someone they blocked, and neither bots nor deleted accounts hear anything.
 */
export async function notify(
  tx: DbOrTx, { userId, kind, actorId, ...subject }: NoticeSubject & { userId: number, kind: NoticeKind, actorId: number | null },
): Promise<void> {
  await tx.execute(insertNotices(kind, actorId, subject, sql`receiver.id = ${userId}`))
}

/**
 * Tells the mentioned members, of any case of their names. Whoever has a notice about this very post or comment already
 * (as its post's author, or from before an edit) gets no second one.
 */
export async function notifyMentioned(
  tx: DbOrTx, { usernames, actorId, postId, commentId = null }: { usernames: string[], actorId: number, postId: number, commentId?: number | null },
): Promise<void> {
  if (usernames.length === 0) return
  const names = sql.join(usernames.map((name) => sql`${name.toLowerCase()}`), sql`, `)
  const told = commentId === null
    ? sql`told.post_id = ${postId} and told.comment_id is null`
    : sql`told.comment_id = ${commentId}`
  const receivers = sql`lower(receiver.username) in (${names})
    and not exists (select 1 from notification told where told.user_id = receiver.id and ${told})`
  await tx.execute(insertNotices('mention', actorId, { postId, commentId }, receivers))
}

/** Removes the notices to which everything given applies: of a deleted post or comment, of an unfollow, of a blocked person. */
export async function retractNotifications(
  tx: DbOrTx,
  { userId, postId, commentId, actorId, kind }: { userId?: number, postId?: number, commentId?: number, actorId?: number, kind?: NoticeKind },
): Promise<void> {
  if (postId === undefined && commentId === undefined && actorId === undefined) {
    throw new Error('Notices of what, or of whom?')
  }
  await tx.delete(notification).where(and(
    userId === undefined ? undefined : eq(notification.user_id, userId),
    postId === undefined ? undefined : eq(notification.post_id, postId),
    commentId === undefined ? undefined : eq(notification.comment_id, commentId),
    actorId === undefined ? undefined : eq(notification.actor_id, actorId),
    kind === undefined ? undefined : eq(notification.kind, kind),
  ))
}
