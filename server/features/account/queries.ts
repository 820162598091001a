import { and, count, desc, eq, gt, gte, inArray, isNull, lt, ne, sql, type SQL } from 'drizzle-orm'
import type { MessagePolicy } from '#shared/api/account.ts'
import { ApiError } from '#shared/api/errors.ts'
import { LIFETIME, LIMITS } from '#shared/limits.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { endSessions, insertEmailToken, voidResetLinks } from '../auth/queries.ts'
import { deleteLoginChallenges } from '../factors/queries.ts'
import { emailToken, session } from '../auth/table.ts'
import { emitChange } from '../events/changes.ts'
import { user } from '../users/table.ts'
import { emailChange } from './table.ts'

export type EmailChange = typeof emailChange.$inferSelect
export type EmailLink = 'email_confirm' | 'email_undo'

const isPending = (userId: number) =>
  and(eq(emailChange.user_id, userId), isNull(emailChange.confirmed_at), isNull(emailChange.voided_at))

export async function getSettings(tx: DbOrTx, userId: number, now: Date) {
  const pending = tx
    .select({ new_email: emailChange.new_email })
    .from(emailChange)
    .where(and(isPending(userId), gt(emailChange.created_at, new Date(now.getTime() - LIFETIME.emailConfirmLink))))
    .orderBy(desc(emailChange.id))
    .limit(1)
  const sessions = tx.select({ count: count() }).from(session).where(isOpen(userId, now))
  const [row] = await tx
    .select({
      created_at: user.created_at,
      has_password: sql<boolean>`${user.password_hash} is not null`,
      message_policy: user.message_policy,
      pending_email: sql<string | null>`(${pending})`,
      sessions_count: sql<number>`(${sessions})::integer`,
    })
    .from(user)
    .where(eq(user.id, userId))
  return row!
}

export async function setMessagePolicy(tx: DbOrTx, userId: number, message_policy: MessagePolicy): Promise<void> {
  const rows = await tx
    .update(user)
    .set({ message_policy })
    .where(and(eq(user.id, userId), isNull(user.deleted_at)))
    .returning({ id: user.id })
  if (rows.length === 0) throw new ApiError('not_signed_in')
}

/** `is not distinct from` also matches null, the hash of an account without a password. */
const hasStill = (hash: string | null) => sql`${user.password_hash} is not distinct from ${hash}`

export async function replaceUnchangedPassword(
  tx: DbOrTx,
  userId: number,
  { checked_hash, password_hash }: { checked_hash: string | null; password_hash: string },
): Promise<boolean> {
  const rows = await tx
    .update(user)
    .set({ password_hash })
    .where(and(eq(user.id, userId), hasStill(checked_hash), isNull(user.deleted_at)))
    .returning({ id: user.id })
  return rows.length > 0
}

/** Returns null if the account's password changed after the caller checked it. */
export async function lockWithPassword(
  tx: DbOrTx,
  userId: number,
  checked_hash: string | null,
): Promise<{ email: string } | null> {
  const [row] = await tx
    .select({ email: user.email })
    .from(user)
    .where(and(eq(user.id, userId), hasStill(checked_hash), isNull(user.deleted_at)))
    .for('no key update')
  return row?.email ? { email: row.email } : null
}

export async function insertEmailChange(tx: DbOrTx, values: typeof emailChange.$inferInsert): Promise<number> {
  const [row] = await tx.insert(emailChange).values(values).returning({ id: emailChange.id })
  return row!.id
}

export async function findEmailChange(tx: DbOrTx, id: number): Promise<EmailChange | null> {
  const [row] = await tx.select().from(emailChange).where(eq(emailChange.id, id))
  return row ?? null
}

/** A link that undoes a change stays valid if the account requests another change, and then undoes both. */
export async function findByLink(
  tx: DbOrTx,
  purpose: EmailLink,
  token_hash: string,
  now: Date,
): Promise<EmailChange | null> {
  const [row] = await tx
    .select({ change: emailChange })
    .from(emailToken)
    .innerJoin(emailChange, eq(emailChange.id, emailToken.email_change_id))
    .where(
      and(
        eq(emailToken.token_hash, token_hash),
        eq(emailToken.purpose, purpose),
        gt(emailToken.expires_at, now),
        isNull(emailToken.used_at),
        purpose === 'email_confirm' ? isNull(emailChange.voided_at) : undefined,
      ),
    )
  return row?.change ?? null
}

export async function insertEmailLink(
  tx: DbOrTx,
  { id, user_id }: EmailChange,
  values: { purpose: EmailLink; token_hash: string; created_at: Date; expires_at: Date },
): Promise<void> {
  await insertEmailToken(tx, { ...values, user_id, email_change_id: id })
}

export async function voidPendingChanges(tx: DbOrTx, userId: number, now: Date, requestedBy?: SQL): Promise<void> {
  await tx
    .update(emailChange)
    .set({ voided_at: now })
    .where(and(isPending(userId), requestedBy))
}

export const byOtherSessions = (sessionId: string): SQL => ne(emailChange.session_id, sessionId)
export const bySession = (sessionId: string): SQL => eq(emailChange.session_id, sessionId)

export async function setEmail(tx: DbOrTx, userId: number, email: string): Promise<void> {
  await tx.update(user).set({ email }).where(eq(user.id, userId))
}

export async function confirmChange(tx: DbOrTx, { id, user_id }: EmailChange, now: Date): Promise<void> {
  await tx.update(emailChange).set({ confirmed_at: now }).where(eq(emailChange.id, id))
  await tx
    .update(emailToken)
    .set({ used_at: now })
    .where(and(eq(emailToken.email_change_id, id), eq(emailToken.purpose, 'email_confirm')))
  await voidResetLinks(tx, user_id, now)
}

export async function undoChanges(tx: DbOrTx, { id, user_id }: EmailChange, now: Date): Promise<void> {
  await tx
    .update(emailChange)
    .set({ voided_at: now })
    .where(and(eq(emailChange.user_id, user_id), gte(emailChange.id, id)))
  await tx
    .update(emailToken)
    .set({ used_at: now })
    .where(and(eq(emailToken.user_id, user_id), gte(emailToken.email_change_id, id)))
  await voidResetLinks(tx, user_id, now)
  await endSessions(tx, user_id)
}

const isOpen = (userId: number, now: Date) => and(eq(session.user_id, userId), gt(session.expires_at, now))

export function listSessions(tx: DbOrTx, { userId, sessionId, now }: { userId: number; sessionId: string; now: Date }) {
  const last_seen_at = sql`coalesce(${session.last_seen_at}, ${session.created_at})`.mapWith(session.created_at)
  const is_current = sql<boolean>`${session.id} = ${sessionId}`
  return tx
    .select({
      id: session.number,
      created_at: session.created_at,
      last_seen_at,
      device: session.device,
      address: session.network,
      is_current,
    })
    .from(session)
    .where(isOpen(userId, now))
    .orderBy(desc(is_current), desc(last_seen_at), desc(session.number))
    .limit(LIMITS.listLimit)
}

export async function endSessionByNumber(tx: DbOrTx, userId: number, number: number): Promise<string | null> {
  const [row] = await tx
    .delete(session)
    .where(and(eq(session.user_id, userId), eq(session.number, number)))
    .returning({ id: session.id })
  if (row) emitChange(tx, { type: 'sessions', user_id: userId })
  return row?.id ?? null
}

export async function endOtherSessions(tx: DbOrTx, userId: number, sessionId: string, now: Date): Promise<number> {
  await deleteLoginChallenges(tx, userId)
  const rows = await tx
    .delete(session)
    .where(and(eq(session.user_id, userId), ne(session.id, sessionId)))
    .returning({ expires_at: session.expires_at })
  if (rows.length > 0) emitChange(tx, { type: 'sessions', user_id: userId })
  return rows.filter(({ expires_at }) => expires_at > now).length
}

export async function deleteOldChanges(tx: DbOrTx, before: Date, limit: number): Promise<number> {
  const old = tx.select({ id: emailChange.id }).from(emailChange).where(lt(emailChange.created_at, before)).limit(limit)
  const rows = await tx.delete(emailChange).where(inArray(emailChange.id, old)).returning({ id: emailChange.id })
  return rows.length
}
