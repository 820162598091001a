import { sql, type Column } from 'drizzle-orm'
import { category } from '../categories/table.ts'
import { postRank } from './table.ts'

type Rank = { is_listed: Column; category_id: Column }

/** Excludes posts of a deleted category, which stay listed until a job has unlisted them, for up to minutes. */
const hasCategory = (rank: Rank) =>
  sql`exists (select 1 from ${category} where ${category.id} = ${rank.category_id} and ${category.deleted_at} is null)`

/** Selects posts that are in lists and open to votes: neither deleted nor removed nor held. */
export function isListed(rank: Rank = postRank) {
  return sql<boolean>`(${rank.is_listed} and ${hasCategory(rank)})`
}

/**
 * Selects posts whose page is open to everybody: neither deleted nor held. `presentPost` leaves out the content of a
 * removed one.
 */
export function isReadable() {
  return sql<boolean>`((${postRank.is_listed} or ${postRank.is_removed}) and ${hasCategory(postRank)})`
}
