import { sql, type Column, type Placeholder, type SQL } from 'drizzle-orm'
import { ApiError } from '#shared/api/errors.ts'
import type { Staff } from '#server/context.ts'
import { moderatedBy } from './moderators/moderated-by.ts'

/** Who reads: an account or a visitor (null), and whether with the admin credential. An admin's account alone does not moderate. */
export type Reader = { id: number | null; hasCredential: boolean; isAdminAccount: boolean; isSuspended: boolean }

export type ReaderShape = { isMember: boolean; hasCredential: boolean }

export const shapeOf = ({ id, hasCredential }: Reader): ReaderShape => ({ isMember: id !== null, hasCredential })

/** Whether the reader moderates the community of that id. */
export function mayModerate(
  categoryId: Column | SQL,
  viewerId: number | Placeholder,
  { isMember, hasCredential }: ReaderShape,
): SQL<boolean> {
  if (hasCredential) return sql`true`
  return isMember ? sql`${categoryId} = any (${moderatedBy(viewerId)})` : sql`false`
}

export function isStaffOf({ staff }: { staff: Staff }, categoryId: number | null): boolean {
  return staff.scope === 'admin' || staff.categories.some(({ id }) => id === categoryId)
}

export function requireStaffOf(ctx: { staff: Staff }, categoryId: number | null): void {
  if (!isStaffOf(ctx, categoryId)) throw new ApiError('not_staff')
}
