import { and, eq, isNull, sql } from 'drizzle-orm'
import type { SetupItem } from '#shared/api/setup.ts'
import type { Lang } from '#shared/i18n/plural.ts'
import type { DbOrTx, Tx } from '#server/db/driver/client.ts'
import { ADVISORY_LOCKS } from '#server/lib/advisory-locks.ts'
import { account } from '../auth/queries.ts'
import { backup } from '../backups/table.ts'
import { category } from '../categories/table.ts'
import { user } from '../users/table.ts'
import { setupItem } from './table.ts'

export async function hasAdmin(tx: DbOrTx): Promise<boolean> {
  const rows = await tx
    .select({ id: user.id })
    .from(user)
    .where(and(eq(user.is_admin, true), isNull(user.deleted_at)))
    .limit(1)
  return rows.length > 0
}

export async function hasMember(tx: DbOrTx): Promise<boolean> {
  const rows = await tx.select({ id: user.id }).from(user).where(eq(user.is_bot, false)).limit(1)
  return rows.length > 0
}

export async function lockSetup(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.setup})`)
}

/** Returns null if another account has the user name or the e-mail address. */
export async function insertAdmin(
  tx: DbOrTx,
  values: { username: string; email: string; password_hash: string; language: Lang; created_at: Date },
) {
  const [row] = await tx
    .insert(user)
    .values({ ...values, is_admin: true, email_verified: true })
    .onConflictDoNothing()
    .returning(account)
  return row ? { ...row, email: values.email } : null
}

export const readItems = (tx: DbOrTx) => tx.select().from(setupItem)

export async function readFacts(tx: DbOrTx) {
  const [row] = await tx.execute<{ has_community: boolean; has_member: boolean; has_backup: boolean }>(sql`
    select exists (select from ${category} where ${category.deleted_at} is null) as has_community,
      exists (select from ${user} where not ${user.is_admin} and not ${user.is_bot} and ${user.deleted_at} is null)
        as has_member,
      exists (select from ${backup} where ${backup.error} is null) as has_backup`)
  return row!
}

export async function putAside(tx: DbOrTx, id: SetupItem, put_aside_at: Date | null): Promise<void> {
  await tx
    .insert(setupItem)
    .values({ id, put_aside_at })
    .onConflictDoUpdate({ target: setupItem.id, set: { put_aside_at } })
}

export async function storeProof(tx: DbOrTx, id: SetupItem, proof: string): Promise<void> {
  await tx.insert(setupItem).values({ id, proof }).onConflictDoUpdate({ target: setupItem.id, set: { proof } })
}
