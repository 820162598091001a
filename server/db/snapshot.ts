import { sql } from 'drizzle-orm'

/** The oldest transaction that a query cannot see the end of. A query of its own inside it, so that it is asked once and not for each row. */
export const HORIZON = sql<number>`(select pg_snapshot_xmin(pg_current_snapshot())::text::double precision)`
