import { and, asc, count, eq, exists, isNotNull, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { passkey } from '../factors/table.ts'
import { user } from '../users/table.ts'
import { linkedService } from './table.ts'

const isOf = (issuer: string, subject: string) =>
  and(eq(linkedService.issuer, issuer), eq(linkedService.subject, subject), isNotNull(linkedService.user_id))

export async function findLinked(tx: DbOrTx, { issuer, subject }: { issuer: string; subject: string }) {
  const [row] = await tx
    .select({ id: linkedService.id, user_id: linkedService.user_id })
    .from(linkedService)
    .where(isOf(issuer, subject))
  return row ? { ...row, user_id: row.user_id! } : null
}

export async function hasAccount(tx: DbOrTx, email: string): Promise<boolean> {
  return (await tx.$count(user, eq(sql`lower(${user.email})`, email.toLowerCase()))) > 0
}

const shown = {
  id: linkedService.id,
  service: linkedService.service,
  email: linkedService.email,
  created_at: linkedService.created_at,
  last_used_at: linkedService.last_used_at,
}

export function listLinked(tx: DbOrTx, userId: number) {
  return tx.select(shown).from(linkedService).where(eq(linkedService.user_id, userId)).orderBy(asc(linkedService.id))
}

export async function countLinked(tx: DbOrTx, userId: number): Promise<number> {
  const [row] = await tx.select({ links: count() }).from(linkedService).where(eq(linkedService.user_id, userId))
  return row!.links
}

export async function insertLinked(tx: DbOrTx, values: typeof linkedService.$inferInsert) {
  const [row] = await tx.insert(linkedService).values(values).onConflictDoNothing().returning(shown)
  return row ?? null
}

export async function recordSignIn(tx: DbOrTx, id: number, now: Date): Promise<void> {
  await tx.update(linkedService).set({ last_used_at: now }).where(eq(linkedService.id, id))
}

export async function deleteLinked(tx: DbOrTx, userId: number, id: number) {
  const [row] = await tx
    .delete(linkedService)
    .where(and(eq(linkedService.id, id), eq(linkedService.user_id, userId)))
    .returning({ service: linkedService.service })
  return row ?? null
}

export async function hasOtherWayIn(
  tx: DbOrTx,
  { userId, linkId, servicesOnly }: { userId: number; linkId: number; servicesOnly: boolean },
): Promise<boolean> {
  const others = and(eq(linkedService.user_id, userId), ne(linkedService.id, linkId))
  if ((await tx.$count(linkedService, others)) > 0) return true
  if (servicesOnly) return false
  const passkeys = tx.select({ id: passkey.id }).from(passkey).where(eq(passkey.user_id, userId))
  const [row] = await tx
    .select({ has: sql<boolean>`${user.password_hash} is not null or ${exists(passkeys)}` })
    .from(user)
    .where(eq(user.id, userId))
  return row?.has === true
}

/** A registration's service is not moved if another account linked it in the meantime. */
export async function moveToAccount(tx: DbOrTx, registrationId: number, userId: number): Promise<void> {
  const other = alias(linkedService, 'other')
  const taken = tx
    .select({ id: other.id })
    .from(other)
    .where(
      and(eq(other.issuer, linkedService.issuer), eq(other.subject, linkedService.subject), isNotNull(other.user_id)),
    )
  await tx
    .update(linkedService)
    .set({ user_id: userId, registration_id: null })
    .where(and(eq(linkedService.registration_id, registrationId), sql`not ${exists(taken)}`))
}

export async function deleteLinkedOf(tx: DbOrTx, userId: number): Promise<void> {
  await tx.delete(linkedService).where(eq(linkedService.user_id, userId))
}
