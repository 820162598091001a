import { sql, type Column } from 'drizzle-orm'
import type { Removal } from '#shared/api/shapes.ts'

/** The subquery runs only for removed content. */
export const removalOf = (removalId: Column) =>
  sql<Removal | null>`case when ${removalId} is not null then (
  select json_build_object('by', case when automatic then 'filter' when by_admin then 'admins' else 'moderators' end,
    'reason_code', coalesce(reason_code, 'other'), 'rule_title', rule_title,
    'removed_at', to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  from decision where decision.id = ${removalId}) end`.as('removal')

/** Whether an admin or a site-wide filter held or removed the content; the subquery runs only for such content. */
export const isAdminDecision = (
  thing: { id: Column; removal_id: Column; held_at: Column },
  about: 'post_id' | 'comment_id',
) =>
  sql<boolean>`coalesce(case
    when ${thing.removal_id} is not null then (select by_admin from decision where decision.id = ${thing.removal_id})
    when ${thing.held_at} is not null then (
      select by_admin from decision where decision.${sql.raw(about)} = ${thing.id} and action = 'held'
      order by decision.id desc limit 1)
    end, false)`
