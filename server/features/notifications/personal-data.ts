import { sql } from 'drizzle-orm'
import { deleteBatch, deleteRowsOf, pick, withName, type PersonalData } from '#server/db/personal-data.ts'
import { emitUnreadChange } from './queries.ts'
import { notification, notificationSettings, threadLevel } from './table.ts'

export const notificationsData = {
  exported: {
    notifications: {
      explained: { pl: 'powiadomienia', en: 'notifications' },
      owners: [notification.user_id],
      fields: sql`${pick(notification, 'id', 'kind')}, actor.username as actor,
        ${pick(notification, 'post_id', 'comment_id', 'report_id', 'modmail_id', 'read', 'created_at')}`,
      joins: withName(notification.actor_id, 'actor'),
      order: [notification.id],
    },
    notification_settings: {
      explained: {
        pl:
          'o czym Cię zawiadamiamy: wyłączone w serwisie, włączone pocztą i na urządzeniach, cisza nocna, ' +
          'podsumowanie',
        en: 'what you are notified about: off on the site, on by e-mail and by push, quiet hours, digest',
      },
      owners: [notificationSettings.user_id],
      fields: pick(
        notificationSettings,
        'site_off',
        'email_on',
        'digest',
        'push_on',
        'push_preview',
        'quiet_from',
        'quiet_to',
        'quiet_time_zone',
      ),
      order: [notificationSettings.user_id],
    },
    thread_levels: {
      explained: {
        pl: 'wątki, dla których wybrano inny poziom powiadomień',
        en: 'threads with a notification level of their own',
      },
      owners: [threadLevel.user_id],
      fields: pick(threadLevel, 'post_id', 'level'),
      order: [threadLevel.post_id],
    },
  },
  notExported: { 'notification.actor_id': 'notifications of other members' },
  deletedRows: [
    deleteRowsOf(notification.user_id),
    async (tx, { userId }, limit) => {
      const { count, others } = await deleteBatch(tx, notification.actor_id, userId, limit, notification.user_id)
      await emitUnreadChange(tx, others)
      return count
    },
    deleteRowsOf(notificationSettings.user_id),
    deleteRowsOf(threadLevel.user_id),
  ],
} satisfies PersonalData
