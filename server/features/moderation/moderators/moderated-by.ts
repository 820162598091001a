import { sql, type Placeholder, type SQL } from 'drizzle-orm'

/**
 * Selects the communities that a user moderates as an array, which PostgreSQL computes once per query and not per row.
 */
export const moderatedBy = (userId: number | Placeholder): SQL =>
  sql`array(select category_id from category_moderator where user_id = ${userId})`
