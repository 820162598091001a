import { sql, type SQL } from 'drizzle-orm'
import { PUSHED_BY_DEFAULT, type NotificationSetting } from '#shared/rules/notification-kinds.ts'

/** Without a row in `settings`, the defaults apply. */
export const isPushed = (setting: NotificationSetting, isAllowed: SQL): SQL => sql`(
  coalesce(${setting} = any (settings.push_on), ${PUSHED_BY_DEFAULT.includes(setting)}::boolean)
  and exists (select 1 from push_subscription where push_subscription.user_id = receiver.id)
  and ${isAllowed})`
