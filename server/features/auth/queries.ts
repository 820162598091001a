import { and, desc, eq, gt, inArray, isNotNull, isNull, lt, lte, ne, or, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { Lang } from '#shared/i18n/plural.ts'
import type { Feed } from '#shared/rules/sorts.ts'
import { LIFETIME } from '#shared/limits.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { user } from '#server/features/users/table.ts'
import { deleteGrantsOf } from '#server/features/oauth/ending.ts'
import { deleteTokensOf } from '#server/features/tokens/ending.ts'
import { personalToken } from '#server/features/tokens/table.ts'
import { emitChange } from '../events/changes.ts'
import { deleteLoginChallenges } from '../factors/queries.ts'
import { toMinute } from './rules.ts'
import { adminToken, emailToken, registration, session, usedChallenge } from './table.ts'

export const account = {
  id: user.id,
  username: user.username,
  email: user.email,
  karma: user.karma,
  email_verified: user.email_verified,
  is_admin: user.is_admin,
  home_feed: user.home_feed,
  avatar_url: user.avatar_url,
}

const hasEmail = (email: string) => eq(sql`lower(${user.email})`, email.toLowerCase())
const hasUsername = (username: string) => eq(sql`lower(${user.username})`, username.toLowerCase())
const isPerson = and(isNull(user.deleted_at), eq(user.is_bot, false))

const isWaiting = isNotNull(registration.verified_at)

/** The name of a deleted account, and of a registration that waits for an admin's approval, stays taken. */
export async function isUsernameTaken(tx: DbOrTx, username: string): Promise<boolean> {
  const waiting = tx
    .select({ id: registration.id })
    .from(registration)
    .where(and(eq(sql`lower(${registration.username})`, username.toLowerCase()), isWaiting))
  const rows = await unionAll(tx.select({ id: user.id }).from(user).where(hasUsername(username)), waiting)
  return rows.length > 0
}

/** Finds an account by e-mail address if the text contains an @, otherwise by user name. */
export async function findForLogin(tx: DbOrTx, name: string) {
  const [row] = await tx
    .select({ ...account, password_hash: user.password_hash })
    .from(user)
    .where(and(name.includes('@') ? hasEmail(name) : hasUsername(name), isPerson))
  return row ? { ...row, email: row.email ?? '' } : null
}

export async function lockByEmail(tx: DbOrTx, email: string) {
  const [row] = await tx
    .select(account)
    .from(user)
    .where(and(hasEmail(email), isPerson))
    .for('no key update')
  return row ? { ...row, email: row.email ?? '' } : null
}

export async function lockById(tx: DbOrTx, id: number) {
  const [row] = await tx
    .select(account)
    .from(user)
    .where(and(eq(user.id, id), isPerson))
    .for('no key update')
  return row ? { ...row, email: row.email ?? '' } : null
}

export async function insertRegistration(tx: DbOrTx, values: typeof registration.$inferInsert): Promise<number> {
  const [row] = await tx.insert(registration).values(values).returning({ id: registration.id })
  return row!.id
}

export async function spendChallenge(tx: DbOrTx, nonce: string, expires_at: Date): Promise<boolean> {
  const rows = await tx
    .insert(usedChallenge)
    .values({ nonce, expires_at })
    .onConflictDoNothing()
    .returning({ nonce: usedChallenge.nonce })
  return rows.length > 0
}

const registrationHasEmail = (email: string) => eq(sql`lower(${registration.email})`, email.toLowerCase())

/** Registrations that await an admin's approval come first. */
export function findRegistrations(tx: DbOrTx, name: string, { now, limit }: { now: Date; limit: number }) {
  const isNamed = name.includes('@')
    ? registrationHasEmail(name)
    : eq(sql`lower(${registration.username})`, name.toLowerCase())
  return tx
    .select()
    .from(registration)
    .where(and(isNamed, or(isWaiting, gt(registration.created_at, new Date(now.getTime() - LIFETIME.registration)))))
    .orderBy(desc(isWaiting), desc(registration.id))
    .limit(limit)
}

export async function lockRegistration(tx: DbOrTx, id: number) {
  const [row] = await tx.select().from(registration).where(eq(registration.id, id)).for('update')
  return row ?? null
}

/** Returns null if the user name or e-mail address is taken. */
export async function insertAccount(
  tx: DbOrTx,
  { username, email, password_hash }: typeof registration.$inferSelect,
  { now, home_feed }: { now: Date; home_feed: Feed },
) {
  const [row] = await tx
    .insert(user)
    .values({ username, email, password_hash, email_verified: true, home_feed, created_at: now })
    .onConflictDoNothing()
    .returning(account)
  return row ? { ...row, email } : null
}

/** Moves the links of a registration to its new account, so that a later visit finds the account. */
export async function completeRegistration(
  tx: DbOrTx,
  { id, email }: typeof registration.$inferSelect,
  userId: number,
  now: Date,
): Promise<void> {
  await tx
    .update(emailToken)
    .set({ user_id: userId, registration_id: null, used_at: now })
    .where(eq(emailToken.registration_id, id))
  await tx.delete(registration).where(eq(registration.id, id))
  const others = tx.select({ id: registration.id }).from(registration).where(registrationHasEmail(email))
  await tx.delete(emailToken).where(inArray(emailToken.registration_id, others))
}

export async function setVerified(tx: DbOrTx, id: number, now: Date): Promise<void> {
  await tx.update(registration).set({ verified_at: now }).where(eq(registration.id, id))
}

export async function deleteRegistration(tx: DbOrTx, id: number): Promise<void> {
  await tx.delete(registration).where(eq(registration.id, id))
}

export async function deleteRegistrations(tx: DbOrTx, email: string): Promise<void> {
  await tx.delete(registration).where(registrationHasEmail(email))
}

export async function replacePassword(tx: DbOrTx, id: number, password_hash: string, now: Date): Promise<void> {
  await tx.update(user).set({ password_hash }).where(eq(user.id, id))
  await voidResetLinks(tx, id, now)
  await endSessions(tx, id)
}

export async function voidResetLinks(tx: DbOrTx, userId: number, now: Date): Promise<void> {
  await tx
    .update(emailToken)
    .set({ used_at: now })
    .where(and(eq(emailToken.user_id, userId), eq(emailToken.purpose, 'reset'), isNull(emailToken.used_at)))
}

export async function insertEmailToken(tx: DbOrTx, values: typeof emailToken.$inferInsert): Promise<void> {
  await tx.insert(emailToken).values(values)
}

export async function findEmailToken(tx: DbOrTx, purpose: 'verify' | 'reset', token_hash: string, now: Date) {
  const { user_id, registration_id, used_at } = emailToken
  const [row] = await tx
    .select({ user_id, registration_id, used_at })
    .from(emailToken)
    .where(and(eq(emailToken.token_hash, token_hash), eq(emailToken.purpose, purpose), gt(emailToken.expires_at, now)))
  return row ?? null
}

/** Returns false if the password was changed after it was checked, so that a password reset leaves no session. */
export async function lockUnchangedPassword(tx: DbOrTx, id: number, password_hash: string): Promise<boolean> {
  const rows = await tx
    .select({ id: user.id })
    .from(user)
    .where(and(eq(user.id, id), eq(user.password_hash, password_hash), isPerson))
    .for('no key update')
  return rows.length > 0
}

export async function isAdminAccount(tx: DbOrTx, id: number): Promise<boolean> {
  return (await tx.$count(user, and(eq(user.id, id), eq(user.is_admin, true)))) > 0
}

export async function storeLanguage(tx: DbOrTx, id: number, language: Lang): Promise<void> {
  await tx
    .update(user)
    .set({ language })
    .where(and(eq(user.id, id), ne(user.language, language)))
}

export async function findLanguage(tx: DbOrTx, id: number): Promise<Lang> {
  const [row] = await tx.select({ language: user.language }).from(user).where(eq(user.id, id))
  return row!.language
}

export async function insertSession(tx: DbOrTx, values: typeof session.$inferInsert): Promise<void> {
  await tx.insert(session).values(values)
}

export async function hasSessionLike(
  tx: DbOrTx,
  userId: number,
  { device, network }: { device: string | null; network: string | null },
): Promise<boolean> {
  const rows = await tx
    .select({ id: session.id })
    .from(session)
    .where(
      and(
        eq(session.user_id, userId),
        sql`${session.device} is not distinct from ${device}`,
        sql`${session.network} is not distinct from ${network}`,
      ),
    )
    .limit(1)
  return rows.length > 0
}

const LAST_SEEN_INTERVAL_MS = 5 * 60_000

export async function recordLastSeen(tx: DbOrTx, id: string, now: Date): Promise<void> {
  const isOld = or(
    isNull(session.last_seen_at),
    lte(session.last_seen_at, new Date(now.getTime() - LAST_SEEN_INTERVAL_MS)),
  )
  await tx
    .update(session)
    .set({ last_seen_at: toMinute(now) })
    .where(and(eq(session.id, id), isOld))
}

export const mayRecordLastSeen = (last: Date | null, now: Date): boolean =>
  last === null || now.getTime() - last.getTime() >= LAST_SEEN_INTERVAL_MS

export async function endSession(tx: DbOrTx, id: string): Promise<void> {
  const ended = await tx.delete(session).where(eq(session.id, id)).returning({ user_id: session.user_id })
  for (const { user_id } of ended) emitChange(tx, { type: 'sessions', user_id })
}

/** Also ends personal tokens, grants of OAuth applications, and logins that wait for a two-step code. */
export async function endSessions(tx: DbOrTx, userId: number): Promise<void> {
  await deleteLoginChallenges(tx, userId)
  await tx.delete(session).where(eq(session.user_id, userId))
  await deleteTokensOf(tx, userId)
  await deleteGrantsOf(tx, userId)
  emitChange(tx, { type: 'sessions', user_id: userId })
}

export async function insertAdminToken(tx: DbOrTx, values: typeof adminToken.$inferInsert): Promise<number> {
  const [row] = await tx.insert(adminToken).values(values).returning({ id: adminToken.id })
  return row!.id
}

type Validity = { passwordKey: string; now: Date }

const isValid = ({ passwordKey, now }: Validity) =>
  and(eq(adminToken.password_key, passwordKey), gt(adminToken.expires_at, now))

/** `is_admin` belongs to the account that opened the staff token; null if no account opened it. */
export async function findAdminToken(tx: DbOrTx, token_hash: string, validity: Validity) {
  const [row] = await tx
    .select({ id: adminToken.id, user_id: adminToken.user_id, is_admin: user.is_admin })
    .from(adminToken)
    .leftJoin(user, eq(user.id, adminToken.user_id))
    .where(and(eq(adminToken.token_hash, token_hash), isValid(validity)))
  return row ?? null
}

export function listAdminTokens(tx: DbOrTx, validity: Validity) {
  const { id, address, created_at, expires_at } = adminToken
  return tx
    .select({ id, address, created_at, expires_at, username: user.username })
    .from(adminToken)
    .leftJoin(user, eq(user.id, adminToken.user_id))
    .where(isValid(validity))
    .orderBy(desc(id))
}

export async function deleteAdminTokenById(tx: DbOrTx, id: number): Promise<string | null> {
  const [row] = await tx.delete(adminToken).where(eq(adminToken.id, id)).returning({ address: adminToken.address })
  return row?.address ?? null
}

export async function deleteAdminTokens(tx: DbOrTx, exceptId: number | null = null): Promise<number> {
  const rows = await tx
    .delete(adminToken)
    .where(exceptId === null ? undefined : ne(adminToken.id, exceptId))
    .returning({ id: adminToken.id })
  return rows.length
}

export async function deleteAdminTokensOf(tx: DbOrTx, userId: number): Promise<void> {
  await tx.delete(adminToken).where(eq(adminToken.user_id, userId))
}

export async function deleteAdminToken(tx: DbOrTx, token_hash: string): Promise<number | null> {
  const [row] = await tx
    .delete(adminToken)
    .where(eq(adminToken.token_hash, token_hash))
    .returning({ id: adminToken.id })
  return row?.id ?? null
}

export async function deleteExpired(tx: DbOrTx, now: Date): Promise<void> {
  await tx.delete(session).where(lt(session.expires_at, now))
  await tx.delete(emailToken).where(lt(emailToken.expires_at, now))
  await tx.delete(adminToken).where(lt(adminToken.expires_at, now))
  await tx.delete(personalToken).where(lt(personalToken.expires_at, now))
  await tx.delete(usedChallenge).where(lt(usedChallenge.expires_at, now))
}

export async function deleteOldRegistrations(tx: DbOrTx, before: Date, limit: number): Promise<number> {
  const old = tx
    .select({ id: registration.id })
    .from(registration)
    .where(and(lt(registration.created_at, before), isNull(registration.verified_at)))
    .limit(limit)
    .for('update', { skipLocked: true })
  const rows = await tx.delete(registration).where(inArray(registration.id, old)).returning({ id: registration.id })
  return rows.length
}
