import { sql, type Column, type Placeholder, type SQL } from 'drizzle-orm'
import { ApiError } from '#shared/api/errors.ts'
import type { Removal } from '#shared/api/shapes.ts'
import type { Staff } from '#server/context.ts'
import { moderatedBy } from './moderators/moderated-by.ts'

/** `id` is null for a visitor. An admin's account without the credential has no moderation rights. */
export type Reader = { id: number | null; hasCredential: boolean; isAdminAccount: boolean; isSuspended: boolean }

export type ReaderVariant = { isMember: boolean; hasCredential: boolean }

export const readerVariant = ({ id, hasCredential }: Reader): ReaderVariant => ({
  isMember: id !== null,
  hasCredential,
})

export function mayModerate(
  categoryId: Column | SQL,
  viewerId: number | Placeholder,
  { isMember, hasCredential }: ReaderVariant,
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

type Moderated = { removal: Removal | null; is_held: boolean; is_admin_decision: boolean; can_moderate: boolean }

/** `isClosed` is true if the thread is closed to writing, for example locked. */
export function rightsOf(
  { removal, is_held, is_admin_decision, can_moderate }: Moderated,
  authorId: number | null,
  reader: Reader,
  { isClosed, adminsEdit }: { isClosed: boolean; adminsEdit: boolean },
) {
  const isOwn = authorId !== null && reader.id === authorId
  return {
    edit: removal === null && !isClosed && !reader.isSuspended && (isOwn || (adminsEdit && reader.isAdminAccount)),
    delete: isOwn || can_moderate || reader.isAdminAccount,
    moderate: can_moderate,
    ...((removal !== null || is_held) && can_moderate && { restore: reader.hasCredential || !is_admin_decision }),
  }
}

export function isHiddenFrom(
  { removal, can_moderate }: Pick<Moderated, 'removal' | 'can_moderate'>,
  authorId: number | null,
  reader: Reader,
): boolean {
  return removal !== null && !can_moderate && (authorId === null || reader.id !== authorId)
}
