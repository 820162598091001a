import type { BaseCtx } from '#server/context.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { checkCredential } from '../auth/staff.ts'
import { isModeratorOf } from '../moderators/queries.ts'
import type { Reader } from './rights.ts'

/** A bad credential gives no right, and the read goes on. */
export async function readerOf(ctx: BaseCtx): Promise<Reader> {
  const { viewer, admin_credential, config } = ctx
  const mayBeAdmin = admin_credential !== null && (!config.adminRequireAccount || viewer?.is_admin === true)
  return {
    id: viewer?.id ?? null,
    hasCredential: mayBeAdmin && (await checkCredential(ctx, admin_credential)).good,
    isAdminAccount: viewer?.is_admin ?? false,
  }
}

export async function isStaffAs(tx: DbOrTx, { id, hasCredential }: Reader, categoryId: number): Promise<boolean> {
  return hasCredential || (id !== null && await isModeratorOf(tx, id, categoryId))
}
