import { and, asc, count, eq, gt, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { session } from '../auth/table.ts'
import { loginChallenge, passkey, passkeyChallenge, recoveryCode, totp } from './table.ts'

export async function isTotpEnabled(tx: DbOrTx, userId: number): Promise<boolean> {
  return (await findEnabledTotp(tx, userId)) !== null
}

export async function findEnabledTotp(tx: DbOrTx, userId: number) {
  const [row] = await tx
    .select()
    .from(totp)
    .where(and(eq(totp.user_id, userId), isNotNull(totp.confirmed_at)))
  return row ?? null
}

export async function findStartedTotp(tx: DbOrTx, userId: number, since: Date) {
  const [row] = await tx
    .select()
    .from(totp)
    .where(and(eq(totp.user_id, userId), isNull(totp.confirmed_at), gt(totp.created_at, since)))
  return row ?? null
}

/** Replaces an unconfirmed secret. Returns false if two-step login is on. */
export async function startTotp(tx: DbOrTx, user_id: number, encrypted_secret: string, now: Date): Promise<boolean> {
  const rows = await tx
    .insert(totp)
    .values({ user_id, encrypted_secret, created_at: now })
    .onConflictDoUpdate({
      target: totp.user_id,
      set: { encrypted_secret, created_at: now },
      setWhere: isNull(totp.confirmed_at),
    })
    .returning({ user_id: totp.user_id })
  return rows.length > 0
}

export async function confirmTotp(
  tx: DbOrTx,
  userId: number,
  encrypted_secret: string,
  timeStep: number,
  now: Date,
): Promise<boolean> {
  const rows = await tx
    .update(totp)
    .set({ confirmed_at: now, last_time_step: timeStep })
    .where(and(eq(totp.user_id, userId), eq(totp.encrypted_secret, encrypted_secret), isNull(totp.confirmed_at)))
    .returning({ user_id: totp.user_id })
  return rows.length > 0
}

/** Returns false if this or a later time step was used before; `resealed` is the newly encrypted secret. */
export async function useTimeStep(
  tx: DbOrTx,
  userId: number,
  timeStep: number,
  resealed: string | null,
): Promise<boolean> {
  const rows = await tx
    .update(totp)
    .set({ last_time_step: timeStep, ...(resealed !== null && { encrypted_secret: resealed }) })
    .where(and(eq(totp.user_id, userId), isNotNull(totp.confirmed_at), lt(totp.last_time_step, timeStep)))
    .returning({ user_id: totp.user_id })
  return rows.length > 0
}

export async function deleteTotp(tx: DbOrTx, userId: number): Promise<void> {
  await tx.delete(totp).where(eq(totp.user_id, userId))
  await tx.delete(recoveryCode).where(eq(recoveryCode.user_id, userId))
  await deleteLoginChallenges(tx, userId)
}

export async function replaceRecoveryCodes(
  tx: DbOrTx,
  user_id: number,
  { salt, hashes }: { salt: string; hashes: string[] },
): Promise<void> {
  await tx.delete(recoveryCode).where(eq(recoveryCode.user_id, user_id))
  await tx.insert(recoveryCode).values(hashes.map((code_hash) => ({ user_id, salt, code_hash })))
}

export async function findRecoverySalt(tx: DbOrTx, userId: number): Promise<string | null> {
  const [row] = await tx
    .select({ salt: recoveryCode.salt })
    .from(recoveryCode)
    .where(eq(recoveryCode.user_id, userId))
    .limit(1)
  return row?.salt ?? null
}

export async function hasRecoveryCode(tx: DbOrTx, userId: number, hash: string): Promise<boolean> {
  const rows = await tx
    .select({ user_id: recoveryCode.user_id })
    .from(recoveryCode)
    .where(and(eq(recoveryCode.user_id, userId), eq(recoveryCode.code_hash, hash)))
  return rows.length > 0
}

export async function useRecoveryCode(tx: DbOrTx, userId: number, hash: string): Promise<boolean> {
  const rows = await tx
    .delete(recoveryCode)
    .where(and(eq(recoveryCode.user_id, userId), eq(recoveryCode.code_hash, hash)))
    .returning({ user_id: recoveryCode.user_id })
  return rows.length > 0
}

export async function countRecoveryCodes(tx: DbOrTx, userId: number): Promise<number> {
  const [row] = await tx.select({ codes: count() }).from(recoveryCode).where(eq(recoveryCode.user_id, userId))
  return row!.codes
}

export async function insertLoginChallenge(tx: DbOrTx, values: typeof loginChallenge.$inferInsert): Promise<void> {
  await tx.insert(loginChallenge).values(values)
}

const isOpen = (hash: string, now: Date) =>
  and(eq(loginChallenge.token_hash, hash), gt(loginChallenge.tries_left, 0), gt(loginChallenge.expires_at, now))

export async function findLoginChallenge(tx: DbOrTx, hash: string, now: Date) {
  const [row] = await tx.select().from(loginChallenge).where(isOpen(hash, now))
  return row ?? null
}

export async function takeTry(tx: DbOrTx, hash: string, now: Date) {
  const [row] = await tx
    .update(loginChallenge)
    .set({ tries_left: sql`${loginChallenge.tries_left} - 1` })
    .where(isOpen(hash, now))
    .returning()
  return row ?? null
}

export async function deleteLoginChallenge(tx: DbOrTx, hash: string): Promise<void> {
  await tx.delete(loginChallenge).where(eq(loginChallenge.token_hash, hash))
}

export async function deleteLoginChallenges(tx: DbOrTx, userId: number): Promise<void> {
  await tx.delete(loginChallenge).where(eq(loginChallenge.user_id, userId))
}

export async function insertPasskeyChallenge(tx: DbOrTx, values: typeof passkeyChallenge.$inferInsert): Promise<void> {
  await tx.insert(passkeyChallenge).values(values)
}

/** Deletes the challenge, so that it can be used only once; `userId` is null for a challenge for signing in. */
export async function takePasskeyChallenge(tx: DbOrTx, challenge: string, userId: number | null, now: Date) {
  const isOfMember = userId === null ? isNull(passkeyChallenge.user_id) : eq(passkeyChallenge.user_id, userId)
  const [row] = await tx
    .delete(passkeyChallenge)
    .where(and(eq(passkeyChallenge.challenge, challenge), isOfMember, gt(passkeyChallenge.expires_at, now)))
    .returning()
  return row ?? null
}

export async function sessionStartedAt(tx: DbOrTx, sessionId: string): Promise<Date | null> {
  const [row] = await tx.select({ created_at: session.created_at }).from(session).where(eq(session.id, sessionId))
  return row?.created_at ?? null
}

const publicPasskey = {
  id: passkey.id,
  name: passkey.name,
  created_at: passkey.created_at,
  last_used_at: passkey.last_used_at,
}

export function listPasskeys(tx: DbOrTx, userId: number) {
  return tx
    .select({
      ...publicPasskey,
      credential_id: passkey.credential_id,
      transports: passkey.transports,
      rp_id: passkey.rp_id,
      user_handle: passkey.user_handle,
    })
    .from(passkey)
    .where(eq(passkey.user_id, userId))
    .orderBy(asc(passkey.id))
}

export async function insertPasskey(tx: DbOrTx, values: typeof passkey.$inferInsert) {
  const [row] = await tx.insert(passkey).values(values).onConflictDoNothing().returning(publicPasskey)
  return row ?? null
}

export async function findPasskey(tx: DbOrTx, credentialId: string) {
  const [row] = await tx.select().from(passkey).where(eq(passkey.credential_id, credentialId))
  return row ?? null
}

export async function usePasskey(
  tx: DbOrTx,
  { id, counter }: { id: number; counter: number },
  newCounter: number,
  now: Date,
): Promise<boolean> {
  const rows = await tx
    .update(passkey)
    .set({ counter: newCounter, last_used_at: now })
    .where(and(eq(passkey.id, id), eq(passkey.counter, counter)))
    .returning({ id: passkey.id })
  return rows.length > 0
}

export async function deletePasskey(tx: DbOrTx, userId: number, id: number): Promise<string | null> {
  const [row] = await tx
    .delete(passkey)
    .where(and(eq(passkey.id, id), eq(passkey.user_id, userId)))
    .returning({ name: passkey.name })
  return row?.name ?? null
}

export async function readFactors(tx: DbOrTx, userId: number) {
  const [totp_enabled, recovery_codes_left, passkeys] = await Promise.all([
    isTotpEnabled(tx, userId),
    countRecoveryCodes(tx, userId),
    tx.select(publicPasskey).from(passkey).where(eq(passkey.user_id, userId)).orderBy(asc(passkey.id)),
  ])
  return { totp_enabled, recovery_codes_left, passkeys }
}

export async function deleteFactors(tx: DbOrTx, userId: number): Promise<void> {
  await deleteTotp(tx, userId)
  await tx.delete(passkey).where(eq(passkey.user_id, userId))
  await tx.delete(passkeyChallenge).where(eq(passkeyChallenge.user_id, userId))
}

export async function deleteExpiredChallenges(tx: DbOrTx, now: Date, setupSince: Date): Promise<void> {
  await tx.delete(loginChallenge).where(lt(loginChallenge.expires_at, now))
  await tx.delete(passkeyChallenge).where(lt(passkeyChallenge.expires_at, now))
  await tx.delete(totp).where(and(isNull(totp.confirmed_at), lt(totp.created_at, setupSince)))
}
