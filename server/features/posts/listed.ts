import { sql, type Column } from 'drizzle-orm'
import { category } from '../categories/table.ts'
import { postRank } from './table.ts'

/** Neither the post nor its category is deleted. The job that unlists the posts of a deleted category needs up to minutes. */
export function isListed(rank: { is_listed: Column, category_id: Column } = postRank) {
  return sql<boolean>`(${rank.is_listed} and exists (select 1 from ${category} where ${category.id} = ${rank.category_id} and ${category.deleted_at} is null))`
}
