import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import { ApiError } from '#shared/api/errors.ts'
import type { DecisionAction } from '#shared/rules/moderation.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { categoryModerator } from '../moderators/table.ts'
import { user } from '../../users/table.ts'
import { decision } from './table.ts'

/** `id` is null for the admin credential without an account. */
export type DecidingStaff = { id: number | null; isAdmin: boolean }

/** A null `category_id` means the whole site. */
type ConcernedMember = { user_id: number | null; category_id: number | null }

type DecisionToCheck = ConcernedMember & {
  action: DecisionAction
  by: DecidingStaff
  /** The id of the decision that this one takes back or replaces. */
  overrides: number | null
}

/**
 * Decisions in favour of the member concerned, and sanctions. Other decisions, such as locking one's own post, need no
 * second person.
 */
const NOT_ALLOWED_ABOUT_ONESELF: ReadonlySet<DecisionAction> = new Set<DecisionAction>([
  'restored',
  'approved',
  'reopened',
  'unlocked',
  'warned',
  'banned',
  'unbanned',
  'suspended',
  'unsuspended',
])

/** Whether an admin or a moderator of the community exists who is neither the decider nor the member concerned. */
export async function canSomebodyElseDecide(
  tx: DbOrTx,
  { deciderId, memberId, categoryId }: { deciderId: number | null; memberId: number; categoryId: number | null },
): Promise<boolean> {
  const isSomebodyElse = and(
    sql`${user.id} is distinct from ${deciderId}::integer`,
    ne(user.id, memberId),
    isNull(user.deleted_at),
  )
  const admins = await tx
    .select({ id: user.id })
    .from(user)
    .where(and(eq(user.is_admin, true), isSomebodyElse))
    .limit(1)
  if (admins.length > 0 || categoryId === null) return admins.length > 0
  const moderators = await tx
    .select({ id: user.id })
    .from(categoryModerator)
    .innerJoin(user, eq(user.id, categoryModerator.user_id))
    .where(and(eq(categoryModerator.category_id, categoryId), isSomebodyElse))
    .limit(1)
  return moderators.length > 0
}

/** Throws `own_decision`, unless the decider is an admin and nobody else can decide. */
export async function requireSomebodyElse(
  tx: DbOrTx,
  by: DecidingStaff,
  { memberId, categoryId }: { memberId: number; categoryId: number | null },
): Promise<void> {
  if (!by.isAdmin || (await canSomebodyElseDecide(tx, { deciderId: by.id, memberId, categoryId })))
    throw new ApiError('own_decision')
}

/** For cases that are closed without a decision, such as a rejected report. Throws `own_decision`. */
export async function requireNotConcerned(
  tx: DbOrTx,
  by: DecidingStaff,
  { user_id, category_id }: ConcernedMember,
): Promise<void> {
  if (by.id !== null && by.id === user_id)
    await requireSomebodyElse(tx, by, { memberId: user_id, categoryId: category_id })
}

/**
 * Only admins may override an admin or a site-wide filter, and nobody may decide in their own favour while others can.
 * Throws `admin_decision`, `own_decision`.
 */
export async function requireAuthority(
  tx: DbOrTx,
  { action, by, overrides, ...concerned }: DecisionToCheck,
): Promise<void> {
  const [overridden] =
    overrides === null
      ? []
      : await tx
          .select({ by_id: decision.by_id, by_admin: decision.by_admin })
          .from(decision)
          .where(eq(decision.id, overrides))
  if (overridden?.by_admin && !by.isAdmin) throw new ApiError('admin_decision')
  const isOwnLock =
    action === 'unlocked' && overridden != null && overridden.by_id !== null && overridden.by_id === by.id
  if (NOT_ALLOWED_ABOUT_ONESELF.has(action) && !isOwnLock) await requireNotConcerned(tx, by, concerned)
}
