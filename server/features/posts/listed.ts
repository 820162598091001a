import { sql, type Column } from 'drizzle-orm'
import { category } from '../categories/table.ts'
import { postRank } from './table.ts'

type Rank = { is_listed: Column; category_id: Column }

/** Excludes posts of a deleted community, because the job that unlists them may take minutes. */
const hasCategory = (rank: Rank) =>
  sql`exists (select 1 from ${category} where ${category.id} = ${rank.category_id} and ${category.deleted_at} is null)`

/** Selects posts that appear in lists and accept votes: neither deleted nor removed nor held. */
export function isListed(rank: Rank = postRank) {
  return sql<boolean>`(${rank.is_listed} and ${hasCategory(rank)})`
}

/** Removed posts are included; `presentPost` hides their content. */
export function isReadable() {
  return sql<boolean>`((${postRank.is_listed} or ${postRank.is_removed}) and ${hasCategory(postRank)})`
}
