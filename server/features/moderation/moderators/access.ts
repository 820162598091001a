import { ApiError } from '#shared/api/errors.ts'
import type { Staff } from '#server/context.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { getCategory } from '../../categories/queries.ts'
import { isModeratorOf } from './queries.ts'

/** Checks a moderator's right in the transaction that makes a change. Throws `category_not_found`, `not_staff`. */
export async function requireModerator(tx: DbOrTx, staff: Staff, categoryId: number) {
  const found = await getCategory(tx, categoryId)
  if (staff.scope === 'moderator' && !(await isModeratorOf(tx, staff.account.id, categoryId)))
    throw new ApiError('not_staff')
  return found
}
