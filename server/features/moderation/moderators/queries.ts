import { and, asc, desc, eq, isNull, lt, ne, sql, type Placeholder, type SQL } from 'drizzle-orm'
import { ApiError, type ErrorCode } from '#shared/api/errors.ts'
import { LIMITS } from '#shared/limits.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { category, categoryMembership } from '../../categories/table.ts'
import { userCard } from '../../users/card.ts'
import { user } from '../../users/table.ts'
import { moderatedBy } from './moderated-by.ts'
import { categoryModerator, moderatorInvite } from './table.ts'

export function isModerator(userId: number | Placeholder, categoryId: SQL): SQL<boolean> {
  return sql<boolean>`${categoryId} = any (${moderatedBy(userId)})`
}

const keyOf = (categoryId: number, userId: number) =>
  and(eq(categoryModerator.category_id, categoryId), eq(categoryModerator.user_id, userId))

export async function isModeratorOf(tx: DbOrTx, userId: number, categoryId: number): Promise<boolean> {
  return (await tx.$count(categoryModerator, keyOf(categoryId, userId))) > 0
}

export async function findModeratorIds(tx: DbOrTx, categoryId: number): Promise<number[]> {
  const rows = await tx
    .select({ id: categoryModerator.user_id })
    .from(categoryModerator)
    .where(eq(categoryModerator.category_id, categoryId))
  return rows.map(({ id }) => id)
}

export function findModerated(tx: DbOrTx, userId: number) {
  return tx
    .select({ id: category.id, name: category.name })
    .from(categoryModerator)
    .innerJoin(category, eq(category.id, categoryModerator.category_id))
    .where(and(eq(categoryModerator.user_id, userId), isNull(category.deleted_at)))
    .orderBy(asc(categoryModerator.id))
}

/** Whether the user moderates any community that the member has joined. */
export async function moderatesCategoryOf(tx: DbOrTx, userId: number, memberId: number): Promise<boolean> {
  const rows = await tx
    .select({ id: category.id })
    .from(categoryModerator)
    .innerJoin(category, eq(category.id, categoryModerator.category_id))
    .innerJoin(
      categoryMembership,
      and(eq(categoryMembership.category_id, category.id), eq(categoryMembership.user_id, memberId)),
    )
    .where(and(eq(categoryModerator.user_id, userId), isNull(category.deleted_at)))
    .limit(1)
  return rows.length > 0
}

const isCreator = sql<boolean>`${categoryModerator.user_id} is not distinct from ${category.creator_id}`

export function listModerators(tx: DbOrTx, categoryId: number) {
  return tx
    .select({ user: userCard, since: categoryModerator.created_at, is_creator: isCreator })
    .from(categoryModerator)
    .innerJoin(category, eq(category.id, categoryModerator.category_id))
    .innerJoin(user, eq(user.id, categoryModerator.user_id))
    .where(and(eq(categoryModerator.category_id, categoryId), isNull(user.deleted_at)))
    .orderBy(desc(isCreator), asc(categoryModerator.id))
}

export function listInvited(tx: DbOrTx, categoryId: number) {
  return tx
    .select({ invite_id: moderatorInvite.id, user: userCard })
    .from(moderatorInvite)
    .innerJoin(user, eq(user.id, moderatorInvite.user_id))
    .where(and(eq(moderatorInvite.category_id, categoryId), isNull(user.deleted_at)))
    .orderBy(asc(moderatorInvite.id))
}

/**
 * Locks the community, so that changes to its moderators happen one after the other. Throws the error `missing` if it
 * does not exist.
 */
export async function lockModerators(tx: DbOrTx, categoryId: number, missing: ErrorCode = 'category_not_found') {
  const [locked] = await tx
    .select({ id: category.id })
    .from(category)
    .where(and(eq(category.id, categoryId), isNull(category.deleted_at)))
    .for('no key update')
  if (!locked) throw new ApiError(missing)
  return tx
    .select({ id: categoryModerator.id, user_id: categoryModerator.user_id, is_creator: isCreator })
    .from(categoryModerator)
    .innerJoin(category, eq(category.id, categoryModerator.category_id))
    .where(eq(categoryModerator.category_id, categoryId))
    .orderBy(asc(categoryModerator.id))
}

export async function insertModerator(tx: DbOrTx, categoryId: number, userId: number, now: Date): Promise<void> {
  await tx
    .insert(categoryModerator)
    .values({ category_id: categoryId, user_id: userId, created_at: now })
    .onConflictDoNothing()
}

/** A creator who steps down stays a member and is no longer the creator. */
export async function deleteModerator(tx: DbOrTx, categoryId: number, userId: number): Promise<void> {
  await tx.delete(categoryModerator).where(keyOf(categoryId, userId))
  await tx
    .update(category)
    .set({ creator_id: null })
    .where(and(eq(category.id, categoryId), eq(category.creator_id, userId)))
}

/** The moderators must be locked. Returns null if the member is already invited. Throws `too_many_moderators`. */
export async function insertInvite(
  tx: DbOrTx,
  invite: typeof moderatorInvite.$inferInsert,
  moderators: number,
): Promise<number | null> {
  const invited = await tx.$count(
    moderatorInvite,
    and(eq(moderatorInvite.category_id, invite.category_id), ne(moderatorInvite.user_id, invite.user_id)),
  )
  if (moderators + invited >= LIMITS.moderators) throw new ApiError('too_many_moderators')
  const [row] = await tx
    .insert(moderatorInvite)
    .values(invite)
    .onConflictDoNothing()
    .returning({ id: moderatorInvite.id })
  return row?.id ?? null
}

const isInvited = (categoryId: number, userId: number) =>
  and(eq(moderatorInvite.category_id, categoryId), eq(moderatorInvite.user_id, userId))

export async function getInviteId(tx: DbOrTx, categoryId: number, userId: number): Promise<number> {
  const [row] = await tx.select({ id: moderatorInvite.id }).from(moderatorInvite).where(isInvited(categoryId, userId))
  return row!.id
}

export async function withdrawInvite(tx: DbOrTx, categoryId: number, userId: number): Promise<boolean> {
  const gone = await tx
    .delete(moderatorInvite)
    .where(isInvited(categoryId, userId))
    .returning({ id: moderatorInvite.id })
  return gone.length > 0
}

/** Throws `not_found` if the community is deleted, or the user has no such invitation. */
export async function findInvitedTo(tx: DbOrTx, inviteId: number, userId: number): Promise<number> {
  const [row] = await tx
    .select({ category_id: moderatorInvite.category_id })
    .from(moderatorInvite)
    .innerJoin(category, eq(category.id, moderatorInvite.category_id))
    .where(and(eq(moderatorInvite.id, inviteId), eq(moderatorInvite.user_id, userId), isNull(category.deleted_at)))
  if (!row) throw new ApiError('not_found')
  return row.category_id
}

export function listInvites(tx: DbOrTx, userId: number, { before, limit }: { before: number | null; limit: number }) {
  return tx
    .select({
      id: moderatorInvite.id,
      category: {
        id: category.id,
        name: category.name,
        display_name: category.display_name,
        is_nsfw: category.is_nsfw,
      },
      invited_by: user.username,
      created_at: moderatorInvite.created_at,
    })
    .from(moderatorInvite)
    .innerJoin(category, and(eq(category.id, moderatorInvite.category_id), isNull(category.deleted_at)))
    .leftJoin(user, and(eq(user.id, moderatorInvite.invited_by), isNull(user.deleted_at)))
    .where(and(eq(moderatorInvite.user_id, userId), before === null ? undefined : lt(moderatorInvite.id, before)))
    .orderBy(desc(moderatorInvite.id))
    .limit(limit)
}
