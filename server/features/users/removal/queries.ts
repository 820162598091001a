import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import { ApiError } from '#shared/api/errors.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { ADVISORY_LOCKS } from '#server/lib/advisory-locks.ts'
import { personalData } from '../../personal-data.ts'
import { softDeleteUploads } from '../../uploads/queries.ts'
import { user } from '../table.ts'

/** The lock keeps other transactions from removing the other admins until this transaction ends. */
export async function requireOtherAdmin(tx: DbOrTx, userId: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.adminRemoval})`)
  const others = await tx
    .select({ id: user.id })
    .from(user)
    .where(and(eq(user.is_admin, true), isNull(user.deleted_at), ne(user.id, userId)))
    .limit(1)
  if (others.length === 0) throw new ApiError('last_admin')
}

/** Turns an account into a tombstone; a job deletes its relations and content later. */
export async function softDeleteAccount(tx: DbOrTx, userId: number, now: Date): Promise<void> {
  const [account] = await tx
    .select({ is_admin: user.is_admin, email: user.email, avatar_url: user.avatar_url })
    .from(user)
    .where(and(eq(user.id, userId), isNull(user.deleted_at)))
    .for('update')
  if (!account) throw new ApiError('user_not_found')
  if (account.is_admin) await requireOtherAdmin(tx, userId)
  await tx
    .update(user)
    .set({
      email: null,
      password_hash: null,
      bio: '',
      avatar_url: null,
      is_admin: false,
      is_unclaimed: false,
      email_verified: false,
      language: 'pl',
      message_policy: 'everyone',
      home_feed: 'all',
      trust_level: 0,
      active_days: 0,
      active_on: null,
      deleted_at: now,
    })
    .where(eq(user.id, userId))
  if (account.avatar_url !== null) await softDeleteUploads(tx, [account.avatar_url], now)
  for (const { deletedAtOnce } of personalData) await deletedAtOnce?.(tx, { userId, email: account.email, now })
}
