import type { BaseCtx } from '#server/context.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { checkCredential } from '../auth/staff.ts'
import { isModeratorOf, moderatesCategoryOf } from './moderators/queries.ts'
import type { Reader } from './rights.ts'

/** Returns who makes a read request. An invalid admin credential is ignored, since reading needs no rights. */
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

/**
 * Whether the reader is staff for the given member: an admin, or a moderator of a community that the member joined.
 * Anybody can create a community, so moderators of other communities do not count.
 */
export async function isStaffFor(tx: DbOrTx, { id, hasCredential }: Reader, memberId: number): Promise<boolean> {
  return hasCredential || (id !== null && id !== memberId && (await moderatesCategoryOf(tx, id, memberId)))
}
