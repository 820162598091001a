import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import type { DbOrTx } from '#server/db/client.ts'
import { user } from '#server/features/users/table.ts'
import { adminToken, emailToken, session } from './table.ts'

/** What an account is to its owner and to the server. */
export const account = {
  id: user.id,
  username: user.username,
  email: user.email,
  karma: user.karma,
  email_verified: user.email_verified,
  is_admin: user.is_admin,
}

const hasEmail = (email: string) => eq(sql`lower(${user.email})`, email.toLowerCase())
const hasUsername = (username: string) => eq(sql`lower(${user.username})`, username.toLowerCase())
const isPerson = and(isNull(user.deleted_at), eq(user.is_bot, false))

/** Whether an account has the name, in any case; a deleted one keeps it. */
export async function isUsernameTaken(tx: DbOrTx, username: string): Promise<boolean> {
  return (await findIdByUsername(tx, username)) !== null
}

/** The account of that name, in any case, also a deleted one. */
export async function findIdByUsername(tx: DbOrTx, username: string): Promise<number | null> {
  const [row] = await tx.select({ id: user.id }).from(user).where(hasUsername(username))
  return row?.id ?? null
}

/** The account that signs in by this name or, where it has an @, by this e-mail address. */
export async function findForLogin(tx: DbOrTx, name: string) {
  const [row] = await tx.select({ ...account, password_hash: user.password_hash }).from(user)
    .where(and(name.includes('@') ? hasEmail(name) : hasUsername(name), isPerson))
  return row ? { ...row, email: row.email ?? '' } : null
}

/** The living account of an e-mail address, locked for what is decided about it. */
export async function lockByEmail(tx: DbOrTx, email: string) {
  const [row] = await tx.select(account).from(user).where(and(hasEmail(email), isPerson)).for('no key update')
  return row ? { ...row, email: row.email ?? '' } : null
}

/** The living account of an id, locked for what is decided about it. */
export async function lockById(tx: DbOrTx, id: number) {
  const [row] = await tx.select(account).from(user).where(and(eq(user.id, id), isPerson)).for('no key update')
  return row ? { ...row, email: row.email ?? '' } : null
}

export type NewAccount = { username: string, email: string, password_hash: string, created_at: Date }

/** Makes an unverified account; false where name or e-mail address were just taken. */
export async function insertAccount(tx: DbOrTx, values: NewAccount): Promise<boolean> {
  const rows = await tx.insert(user).values(values).onConflictDoNothing().returning({ id: user.id })
  return rows.length > 0
}

/** Gives an unverified account to who registers its address now: the older name, password and links are void. */
export async function replaceUnverified(tx: DbOrTx, id: number, values: NewAccount): Promise<void> {
  await tx.update(user).set(values).where(eq(user.id, id))
  await tx.delete(emailToken).where(eq(emailToken.user_id, id))
}

/** The e-mail address is proved; with it every outstanding verification link is used up. */
export async function markVerified(tx: DbOrTx, id: number, now: Date): Promise<void> {
  await tx.update(user).set({ email_verified: true }).where(eq(user.id, id))
  await useUp(tx, id, 'verify', now)
}

/** Sets a new password by a mailed link, which proves the address as well; ends all sessions and reset links. */
export async function replacePassword(tx: DbOrTx, id: number, password_hash: string, now: Date): Promise<void> {
  await tx.update(user).set({ password_hash, email_verified: true }).where(eq(user.id, id))
  await useUp(tx, id, 'reset', now)
  await useUp(tx, id, 'verify', now)
  await endSessions(tx, id)
}

async function useUp(tx: DbOrTx, userId: number, purpose: 'verify' | 'reset', now: Date): Promise<void> {
  await tx.update(emailToken).set({ used_at: now })
    .where(and(eq(emailToken.user_id, userId), eq(emailToken.purpose, purpose), isNull(emailToken.used_at)))
}

/** Keeps the hash of the token of a link that is about to be mailed. */
export async function insertEmailToken(tx: DbOrTx, values: typeof emailToken.$inferInsert): Promise<void> {
  await tx.insert(emailToken).values(values)
}

/** The link of a token that is in its lifetime, used or not. */
export async function findEmailToken(tx: DbOrTx, purpose: 'verify' | 'reset', token_hash: string, now: Date) {
  const [row] = await tx.select({ user_id: emailToken.user_id, used_at: emailToken.used_at }).from(emailToken)
    .where(and(eq(emailToken.token_hash, token_hash), eq(emailToken.purpose, purpose), gt(emailToken.expires_at, now)))
  return row ?? null
}

/**
 * Waits for whoever changes the account and tells whether the password that was checked still is its password: a
 * login that overlaps a reset must not outlive it.
 */
export async function holdPassword(tx: DbOrTx, id: number, password_hash: string): Promise<boolean> {
  const rows = await tx.select({ id: user.id }).from(user)
    .where(and(eq(user.id, id), eq(user.password_hash, password_hash), isPerson)).for('share')
  return rows.length > 0
}

export async function insertSession(tx: DbOrTx, values: typeof session.$inferInsert): Promise<void> {
  await tx.insert(session).values(values)
}

export async function endSession(tx: DbOrTx, id: string): Promise<void> {
  await tx.delete(session).where(eq(session.id, id))
}

/** Signs the account out everywhere. */
export async function endSessions(tx: DbOrTx, userId: number): Promise<void> {
  await tx.delete(session).where(eq(session.user_id, userId))
}

/** Keeps an admin_token by its hash and returns its id. */
export async function insertAdminToken(tx: DbOrTx, values: typeof adminToken.$inferInsert): Promise<number> {
  const [row] = await tx.insert(adminToken).values(values).returning({ id: adminToken.id })
  return row!.id
}

/** Revokes an admin_token; its id, or null where there was none. */
export async function deleteAdminToken(tx: DbOrTx, token_hash: string): Promise<number | null> {
  const [row] = await tx.delete(adminToken).where(eq(adminToken.token_hash, token_hash)).returning({ id: adminToken.id })
  return row?.id ?? null
}

/** Removes sessions, links and admin_tokens that are over. */
export async function deleteExpired(tx: DbOrTx, now: Date): Promise<void> {
  await tx.delete(session).where(lt(session.expires_at, now))
  await tx.delete(emailToken).where(lt(emailToken.expires_at, now))
  await tx.delete(adminToken).where(lt(adminToken.expires_at, now))
}

/** Removes up to `limit` accounts that were registered before a moment and never verified; returns how many. */
export async function deleteUnverified(tx: DbOrTx, before: Date, limit: number): Promise<number> {
  const stale = tx.select({ id: user.id }).from(user)
    .where(and(eq(user.email_verified, false), isPerson, lt(user.created_at, before)))
    .limit(limit).for('update', { skipLocked: true })
  const rows = await tx.delete(user).where(sql`${user.id} in ${stale}`).returning({ id: user.id })
  return rows.length
}
