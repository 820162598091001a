import { asc, eq, inArray } from 'drizzle-orm'
import { ApiError } from '#shared/api/errors.ts'
import type { Staff, UserCtx } from '#server/context.ts'
import type { DbOrTx } from '#server/db/client.ts'
import { user } from '../users/table.ts'
import { requireOtherAdmin } from '../users/removal/queries.ts'
import { auditLog } from './table.ts'

/** An account that uses on the site what it may beyond others: as an admin, or as a moderator of the community. */
type OnSite = { scope: 'account', account: { id: number, username: string } }

/** Who acts, from where and when: every staff context is one. */
export type Actor = { staff: Staff | OnSite, address: string, now: () => Date }

/** The signed-in account as an actor, for what it does on the site to what others wrote. */
export function onSite({ viewer, address, now }: UserCtx): Actor {
  return { staff: { scope: 'account', account: viewer }, address, now }
}

/** What was done to what, for example `user.delete`, 'user', 7; `detail` is for people and holds no secret. */
export type AuditEntry = { action: string, target_type: string, target_id?: number | null, detail?: string }

/**
 * Notes what staff did, in the transaction that did it. The actor is 'admin credential' (with its token, and the
 * account where one is signed in) or the username of the account that may do it.
 */
export async function writeAudit(tx: DbOrTx, { staff, address, now }: Actor, entry: AuditEntry): Promise<void> {
  await tx.insert(auditLog).values({
    ...entry,
    actor: staff.scope === 'admin' ? 'admin credential' : staff.account.username,
    actor_user_id: staff.account?.id ?? null,
    admin_token_id: staff.scope === 'admin' ? staff.token_id : null,
    address,
    created_at: now(),
  })
}

/**
 * Locks the account that staff act on, and the acting one, which the audit log will name: in the order of their ids, so that
 * two who act on each other take turns. Throws `user_not_found`.
 */
export async function lockUser(tx: DbOrTx, userId: number, { account }: Staff) {
  const rows = await tx.select({ id: user.id, username: user.username, is_admin: user.is_admin, deleted_at: user.deleted_at }).from(user)
    .where(inArray(user.id, [userId, account?.id ?? userId])).orderBy(asc(user.id)).for('update')
  const row = rows.find(({ id, deleted_at }) => id === userId && deleted_at === null)
  if (!row) throw new ApiError('user_not_found')
  return row
}

/** Sets the admin flag of a locked account; throws `last_admin` where nobody else would have it. */
export async function setAdminFlag(tx: DbOrTx, userId: number, isAdmin: boolean): Promise<void> {
  if (!isAdmin) await requireOtherAdmin(tx, userId)
  await tx.update(user).set({ is_admin: isAdmin }).where(eq(user.id, userId))
}
