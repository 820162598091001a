import { ApiError } from '#shared/api/errors.ts'
import type { AdminCtx } from '#server/context.ts'
import type { Db } from '#server/db/driver/client.ts'
import { writeAudit, writeCommandAudit } from '../audit/queries.ts'
import { deleteAdminTokenById, deleteAdminTokens, listAdminTokens } from './queries.ts'
import { staffPasswordKey } from './tokens.ts'

export async function list({ db, config, now, staff }: AdminCtx) {
  const rows = await listAdminTokens(db, { passwordKey: staffPasswordKey(config), now: now() })
  return rows.map((row) => ({ ...row, is_current: row.id === staff.token_id }))
}

export function end(ctx: AdminCtx, id: number): Promise<void> {
  return ctx.db.transaction(async (tx) => {
    const address = await deleteAdminTokenById(tx, id)
    if (address === null) throw new ApiError('not_found')
    await writeAudit(tx, ctx, {
      action: 'admin.end_session',
      target_type: 'admin_token',
      target_id: id,
      detail: address,
    })
  })
}

export function endOthers(ctx: AdminCtx): Promise<number> {
  return ctx.db.transaction(async (tx) => {
    const ended = await deleteAdminTokens(tx, ctx.staff.token_id)
    await writeAudit(tx, ctx, { action: 'admin.end_sessions', target_type: 'admin_token', detail: `${ended}` })
    return ended
  })
}

export function revokeAll(db: Db): Promise<number> {
  return db.transaction(async (tx) => {
    const ended = await deleteAdminTokens(tx)
    await writeCommandAudit(tx, { action: 'admin.end_sessions', target_type: 'admin_token', detail: `${ended}` })
    return ended
  })
}
