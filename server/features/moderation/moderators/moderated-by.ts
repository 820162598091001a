import { sql, type Placeholder, type SQL } from 'drizzle-orm'

/** Selects the communities that a user moderates, as an array that PostgreSQL builds once for a whole page. */
export const moderatedBy = (userId: number | Placeholder): SQL =>
  sql`array(select category_id from category_moderator where user_id = ${userId})`
