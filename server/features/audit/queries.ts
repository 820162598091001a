import { and, desc, eq, gt, sql } from 'drizzle-orm'
import type { Staff, UserCtx } from '#server/context.ts'
import { countOrEstimate, countUpTo } from '#server/db/counts.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { LIMITS } from '#shared/limits.ts'
import { user } from '../users/table.ts'
import { auditLog } from './table.ts'

type OnSite = { scope: 'account'; account: { id: number; username: string; is_admin: boolean } }

export type Actor = { staff: Staff | OnSite; address: string; now: () => Date }

export function onSite({ viewer, address, now }: UserCtx): Actor {
  return { staff: { scope: 'account', account: viewer }, address, now }
}

/** An entry of the audit log; `detail` is shown to people and must not contain secrets. */
type AuditEntry = { action: string; target_type: string; target_id?: number | null; detail?: string }

export async function writeAudit(tx: DbOrTx, { staff, address, now }: Actor, entry: AuditEntry): Promise<void> {
  await tx
    .insert(auditLog)
    .values({
      ...entry,
      actor: staff.scope === 'admin' ? 'admin credential' : staff.account.username,
      actor_user_id: staff.account?.id ?? null,
      admin_token_id: staff.scope === 'admin' ? staff.token_id : null,
      by_moderator: staff.scope !== 'admin' && !staff.account.is_admin,
      address,
      created_at: now(),
    })
}

export async function writeCommandAudit(tx: DbOrTx, entry: AuditEntry): Promise<void> {
  await tx.insert(auditLog).values({ ...entry, actor: 'command line', address: 'local' })
}

export async function writeJobAudit(tx: DbOrTx, entry: AuditEntry, now: Date): Promise<void> {
  await tx.insert(auditLog).values({ ...entry, actor: 'scheduled job', address: 'local', created_at: now })
}

export async function listAudit(
  tx: DbOrTx,
  { by, skip, limit }: { by?: 'admins' | 'moderators' | undefined; skip: number; limit: number },
) {
  const which = by && eq(auditLog.by_moderator, by === 'moderators')
  const entries = await tx
    .select({
      id: auditLog.id,
      actor: auditLog.actor,
      account: user.username,
      action: auditLog.action,
      target_type: auditLog.target_type,
      target_id: auditLog.target_id,
      admin_token_id: auditLog.admin_token_id,
      address: auditLog.address,
      detail: auditLog.detail,
      created_at: auditLog.created_at,
    })
    .from(auditLog)
    .leftJoin(user, eq(user.id, auditLog.actor_user_id))
    .where(which)
    .orderBy(desc(auditLog.id))
    .limit(limit)
    .offset(skip)
  const total = which
    ? await countUpTo(tx, sql`select from ${auditLog} where ${which}`, LIMITS.exactCount)
    : await countOrEstimate(tx, sql`select from ${auditLog}`, 'audit_log')
  return { entries, total }
}

export async function hasStaffLogin(db: DbOrTx, address: string, since: Date): Promise<boolean> {
  const [row] = await db
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(and(eq(auditLog.action, 'admin.login'), eq(auditLog.address, address), gt(auditLog.created_at, since)))
    .limit(1)
  return row !== undefined
}
