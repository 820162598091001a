import { sql, type Placeholder, type SQL } from 'drizzle-orm'

/** PostgreSQL computes this array once for a query, not for each row. */
export const moderatedBy = (userId: number | Placeholder): SQL =>
  sql`array(select category_id from category_moderator where user_id = ${userId})`
