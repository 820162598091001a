import { sql } from 'drizzle-orm'
import type { BaseCtx } from '#server/context.ts'
import { builtQuery, type Placeholders } from '#server/db/driver/built-query.ts'
import { selectUnread as selectUnreadMessages, unreadSince } from '#server/features/messages/queries.ts'
import { selectUnread as selectUnreadNotifications } from '#server/features/notifications/queries.ts'
import type { UnreadCounts } from '#site/core/page.ts'

const findCounts = builtQuery((db, values: Placeholders<{ userId: number; since: Date }>) =>
  db
    .select({
      notifications: sql<number>`(${selectUnreadNotifications(db, values)})::integer`,
      messages: sql<number>`(${selectUnreadMessages(db, values)})`,
    })
    .from(sql`(select 1) as one`),
)

export async function readUnreadCounts({ db, viewer, now }: BaseCtx): Promise<Partial<UnreadCounts>> {
  if (!viewer) return {}
  const [row] = await findCounts(db, { userId: viewer.id, since: unreadSince(now()) })
  return row!
}
