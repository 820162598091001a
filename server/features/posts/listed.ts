import { sql, type Column } from 'drizzle-orm'
import { category } from '../categories/table.ts'
import { postRank } from './table.ts'

type Rank = { is_listed: Column; category_id: Column }

/** The job that unlists the posts of a deleted category needs up to minutes. */
const hasCategory = (rank: Rank) =>
  sql`exists (select 1 from ${category} where ${category.id} = ${rank.category_id} and ${category.deleted_at} is null)`

/** In lists, and open to votes: neither deleted nor removed nor held. */
export function isListed(rank: Rank = postRank) {
  return sql<boolean>`(${rank.is_listed} and ${hasCategory(rank)})`
}

/**
 * Has an address that answers everybody: neither deleted nor held. The content of a removed post is left out by
 * `presentPost`.
 */
export function isReadable() {
  return sql<boolean>`((${postRank.is_listed} or ${postRank.is_removed}) and ${hasCategory(postRank)})`
}
