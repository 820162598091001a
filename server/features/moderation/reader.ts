import type { BaseCtx } from '#server/context.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { checkCredential } from '../auth/staff.ts'
import { isModeratorOf, moderatesCategoryOf } from './moderators/queries.ts'
import type { Reader } from './rights.ts'

/** An invalid admin credential is ignored, since reading needs no rights. */
export async function readerOf(ctx: BaseCtx): Promise<Reader> {
  const { viewer, admin_credential, config } = ctx
  const mayBeAdmin = admin_credential !== null && (!config.adminRequireAccount || viewer?.is_admin === true)
  return {
    id: viewer?.id ?? null,
    hasCredential: mayBeAdmin && (await checkCredential(ctx, admin_credential)).good,
    isAdminAccount: viewer?.is_admin ?? false,
    isSuspended: viewer !== null && viewer.suspension !== null,
  }
}

export async function isStaffAs(tx: DbOrTx, { id, hasCredential }: Reader, categoryId: number): Promise<boolean> {
  return hasCredential || (id !== null && (await isModeratorOf(tx, id, categoryId)))
}

/** A moderator is staff only for members of their communities, because anybody can create a community. */
export async function isStaffFor(tx: DbOrTx, { id, hasCredential }: Reader, memberId: number): Promise<boolean> {
  return hasCredential || (id !== null && id !== memberId && (await moderatesCategoryOf(tx, id, memberId)))
}
