import { and, eq, inArray, isNull, or } from 'drizzle-orm'
import type { BaseCtx, Services } from '#server/context.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { lockById } from '../auth/queries.ts'
import { addMember, isMember, removeMember } from '../categories/queries.ts'
import { category } from '../categories/table.ts'
import { groupMembership } from './table.ts'

/** Maps a person's groups at the provider to communities; null for sign-in services without groups. */
export function communitiesOf(settings: Services['settings'], groups: readonly string[] | null): string[] | null {
  const map = settings.value('oidc_groups')
  if (groups === null) return null
  const wanted = groups.flatMap((group) => (Object.hasOwn(map, group) ? [map[group]!] : []))
  return [...new Set(wanted)].sort()
}

/** Joins the communities `names` for the member, and leaves others, but only those that were joined by a group. */
export async function followGroups(
  { db, now, invalidated }: Pick<BaseCtx, 'db' | 'now' | 'invalidated'>,
  userId: number,
  names: readonly string[] | null,
): Promise<void> {
  if (names === null) return
  await db.transaction(async (tx) => {
    const communities = await lockCommunities(tx, userId, names)
    if (!(await lockById(tx, userId))) return
    for (const { id, name, creator_id } of communities) {
      const isIn = await isMember(tx, userId, id)
      if (names.includes(name)) {
        if (isIn) continue
        await addMember(tx, userId, id, now())
        await tx
          .insert(groupMembership)
          .values({ user_id: userId, category_id: id, created_at: now() })
          .onConflictDoNothing()
      } else {
        await tx.delete(groupMembership).where(isMembership(userId, id))
        if (!isIn || creator_id === userId) continue
        await removeMember(tx, userId, id)
      }
      invalidated.add('categories')
    }
  })
}

const isMembership = (userId: number, id: number) =>
  and(eq(groupMembership.user_id, userId), eq(groupMembership.category_id, id))

/** Against deadlocks, communities are locked in the order of ids and before the row of the account. */
function lockCommunities(tx: DbOrTx, userId: number, names: readonly string[]) {
  const joined = tx
    .select({ id: groupMembership.category_id })
    .from(groupMembership)
    .where(eq(groupMembership.user_id, userId))
  return tx
    .select({ id: category.id, name: category.name, creator_id: category.creator_id })
    .from(category)
    .where(and(or(inArray(category.name, [...names]), inArray(category.id, joined)), isNull(category.deleted_at)))
    .orderBy(category.id)
    .for('no key update')
}
