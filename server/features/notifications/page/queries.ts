import { sql, type SQL } from 'drizzle-orm'
import type { NotificationFilter } from '#shared/rules/notification-kinds.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { isListed } from '../../posts/listed.ts'
import { postRank } from '../../posts/table.ts'
import { emitUnreadChange } from '../queries.ts'
import type { Group } from '../rules.ts'

/** The conditions equal those of the partial indexes, so that the planner uses the indexes. */
const FILTERS: Record<NotificationFilter, SQL> = {
  all: sql`true`,
  unread: sql`not candidate.read`,
  mentions: sql`candidate.kind = 'mention'`,
  moderation: sql`candidate.kind in ('moderation', 'appeal', 'invite', 'report_decided', 'modmail', 'modmail_answer')`,
}

const MAX_ACTORS_READ = 100

/**
 * Selects a group's notifications without those about unlisted comments; the caller checks whether the group's post is
 * listed.
 */
const membersOf = (of: SQL) => sql`
  notification member left join comment said on said.id = member.comment_id
  where member.user_id = ${of}.user_id and member.kind = ${of}.kind and member.thing_id = ${of}.thing_id and member.day
    = ${of}.day
    and member.on_site and (member.comment_id is null or said.is_listed)`

/**
 * Scans the member's notifications in index order and returns each group at its latest notification. `until` was the
 * latest notification when the first page was read; later ones are ignored, so that they do not change the next pages.
 * `after` is the last notification of the previous page.
 */
export async function readGroups(
  tx: DbOrTx,
  userId: number,
  { filter, until, after, limit }: { filter: NotificationFilter; until: number; after: number; limit: number },
): Promise<Group[]> {
  const stillUnread = filter === 'unread' ? sql`and not member.read` : sql``
  const key = sql`candidate.kind || ' ' || candidate.thing_id || ' ' || candidate.day`
  const nextGroup = (below: SQL, isNew: SQL) => sql`
    select candidate.id, ${key} as key, (
      candidate.id = (select member.id from ${membersOf(sql`candidate`)} and member.id <= ${until} ${stillUnread}
        order by member.id desc limit 1)
      and (candidate.post_id is null or exists (select 1 from post_rank where post_rank.post_id = candidate.post_id
      and ${isListed(postRank)}))
    )::integer as is_shown
    from notification candidate
    where candidate.user_id = ${userId} and candidate.on_site and ${FILTERS[filter]} and candidate.id < ${below}
      and candidate.id <= ${until} and ${isNew}
    order by candidate.id desc limit 1`
  const rows = await tx.execute<{ id: number; count: number; is_unread: boolean; actors: string[] | null }>(sql`
    with recursive met (id, keys, is_shown, shown) as (
      select first.id, array[first.key], first.is_shown, first.is_shown
        from (${nextGroup(sql`${after}`, sql`true`)}) first
      union all
      select following.id, met.keys || following.key, following.is_shown, met.shown + following.is_shown from met
      cross join lateral (${nextGroup(sql`met.id`, sql`${key} <> all (met.keys)`)}) following
      where met.shown < ${limit}
    ),
    latest as materialized (select notification.* from met join notification on notification.id = met.id
      where met.is_shown = 1)
    select latest.id, counted.count, counted.is_unread, named.actors from latest
    cross join lateral (
      select count(*)::integer as count, bool_or(not member.read) as is_unread from ${membersOf(sql`latest`)}
        and member.id <= latest.id
    ) counted
    cross join lateral (
      select array_agg("user".username order by acted.last desc) as actors from (
        select recent.actor_id, max(recent.id) as last from (
          select member.actor_id, member.id from ${membersOf(sql`latest`)} and member.id <= latest.id
            order by member.id desc limit ${MAX_ACTORS_READ}
        ) recent group by recent.actor_id
      ) acted join "user" on "user".id = acted.actor_id and "user".deleted_at is null
    ) named
    order by latest.id desc`)
  return rows.map(({ id, count, is_unread, actors }) => ({ id, count, read: !is_unread, actors: actors ?? [] }))
}

/** Marks a group's notifications up to `lastId` as read; returns false if `lastId` belongs to another member. */
export async function markGroupRead(tx: DbOrTx, userId: number, lastId: number): Promise<boolean> {
  const [found] = await tx.execute(sql`
    with last as (select * from notification where id = ${lastId} and user_id = ${userId} and on_site),
    unread as (
      select member.id from last join notification member on member.user_id = last.user_id and member.kind = last.kind
        and member.thing_id = last.thing_id and member.day = last.day
      where member.on_site and not member.read and member.id <= last.id order by member.id for update of member
    ),
    marked as (update notification set read = true where id in (select id from unread))
    select id from last`)
  if (found) await emitUnreadChange(tx, [userId])
  return found !== undefined
}
