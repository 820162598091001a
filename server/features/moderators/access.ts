import { ApiError } from '#shared/api/errors.ts'
import type { BaseCtx, Staff } from '#server/context.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { resolveStaff } from '../auth/staff.ts'
import { getCategory } from '../categories/queries.ts'
import { isModeratorOf } from './queries.ts'

/** For changes, in their transaction. Throws `category_not_found`, or `not_staff` for the staff of other communities. */
export async function requireModerator(tx: DbOrTx, staff: Staff, categoryId: number) {
  const found = await getCategory(tx, categoryId)
  if (staff.scope === 'moderator' && !await isModeratorOf(tx, staff.account.id, categoryId)) throw new ApiError('not_staff')
  return found
}

/** For public reads that show more to staff. Throws as `resolveStaff` does where a credential is sent. */
export async function mayModerate(ctx: BaseCtx, categoryId: number): Promise<boolean> {
  if (ctx.admin_credential !== null) return (await resolveStaff(ctx)).scope === 'admin'
  return ctx.viewer !== null && isModeratorOf(ctx.db, ctx.viewer.id, categoryId)
}
