import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { pick, type Deleted, type PersonalData } from '#server/db/personal-data.ts'
import type { Tx } from '#server/db/driver/client.ts'
import { category, categoryMembership } from './table.ts'

export const categoriesData = {
  exported: {
    communities: {
      explained: { pl: 'społeczności, do których należysz', en: 'communities that you are a member of' },
      owners: [categoryMembership.user_id],
      fields: sql`${category.name} as community, ${pick(categoryMembership, 'category_id', 'created_at')}`,
      joins: sql`join ${category} on ${category.id} = ${categoryMembership.category_id}`,
      order: [categoryMembership.category_id],
    },
    created_communities: {
      explained: { pl: 'społeczności, które założono z Twojego konta', en: 'communities that your account created' },
      owners: [category.creator_id],
      fields: pick(
        category,
        'id',
        'name',
        'display_name',
        'description',
        'icon_url',
        'banner_url',
        'posting',
        'downvotes',
        'is_nsfw',
        'created_at',
        'deleted_at',
      ),
      where: () => isNull(category.erased_at),
      order: [category.id],
    },
  },
  deletedRows: [leaveCategories],
} satisfies PersonalData

async function leaveCategories(tx: Tx, { userId }: Deleted, limit: number): Promise<number> {
  const joined = await tx
    .select({ id: categoryMembership.category_id })
    .from(categoryMembership)
    .where(eq(categoryMembership.user_id, userId))
    .limit(limit)
  if (joined.length === 0) return 0
  const ids = joined.map((row) => row.id)
  await tx
    .select({ id: category.id })
    .from(category)
    .where(inArray(category.id, ids))
    .orderBy(asc(category.id))
    .for('no key update')
  const left = await tx
    .delete(categoryMembership)
    .where(and(eq(categoryMembership.user_id, userId), inArray(categoryMembership.category_id, ids)))
    .returning({ id: categoryMembership.category_id })
  await tx
    .update(category)
    .set({
      member_count: sql`${category.member_count} - 1`,
      creator_id: sql`nullif(${category.creator_id}, ${userId})`,
    })
    .where(
      inArray(
        category.id,
        left.map((row) => row.id),
      ),
    )
  return joined.length
}
