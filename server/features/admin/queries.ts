import { and, eq, isNull } from 'drizzle-orm'
import { ApiError } from '#shared/api/errors.ts'
import type { Staff } from '#server/context.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { userCard } from '../users/card.ts'
import { user } from '../users/table.ts'
import { requireOtherAdmin } from '../users/removal/queries.ts'

/** Locks the member's and the caller's account in the order of their ids, so that concurrent calls cannot deadlock. */
export async function lockUser(tx: DbOrTx, userId: number, { account }: Staff, strength: 'update' | 'no key update') {
  const lock = (id: number, how: 'update' | 'no key update' | 'key share') =>
    tx
      .select({ id: user.id, username: user.username, is_admin: user.is_admin, deleted_at: user.deleted_at })
      .from(user)
      .where(eq(user.id, id))
      .for(how)
  if (account && account.id < userId) await lock(account.id, 'key share')
  const [row] = await lock(userId, strength)
  if (account && account.id > userId) await lock(account.id, 'key share')
  if (!row || row.deleted_at !== null) throw new ApiError('user_not_found')
  return row
}

export async function getMember(tx: DbOrTx, userId: number) {
  const [row] = await tx
    .select({
      ...userCard,
      created_at: user.created_at,
      trust_level: user.trust_level,
      suspension_id: user.suspension_id,
      suspended_until: user.suspended_until,
    })
    .from(user)
    .where(and(eq(user.id, userId), isNull(user.deleted_at)))
  if (!row) throw new ApiError('user_not_found')
  return row
}

/** The caller must have locked the account. Throws `last_admin`. */
export async function setAdminFlag(tx: DbOrTx, userId: number, isAdmin: boolean): Promise<void> {
  if (!isAdmin) await requireOtherAdmin(tx, userId)
  await tx.update(user).set({ is_admin: isAdmin }).where(eq(user.id, userId))
}
