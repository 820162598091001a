import type { Staff } from '#server/context.ts'
import type { DbOrTx } from '#server/db/client.ts'
import { auditLog } from './table.ts'

/** Who acts, from where and when: every staff context is one. */
export type Actor = { staff: Staff, address: string, now: () => Date }

/** What was done to what, for example `user.delete`, 'user', 7; `detail` is for people and holds no secret. */
export type AuditEntry = { action: string, target_type: string, target_id?: number | null, detail?: string }

/**
 * Notes what staff did, in the transaction that did it. The actor is 'admin credential' (with its token, and the
 * account where one is signed in) or the username of a moderator.
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
