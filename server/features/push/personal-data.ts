import { deleteRowsOf, pick, type PersonalData } from '#server/db/personal-data.ts'
import { pushNotice, pushSubscription } from './table.ts'

export const pushData = {
  exported: {
    push_subscriptions: {
      explained: { pl: 'urządzenia, na które wysyłamy powiadomienia', en: 'devices that get push messages' },
      owners: [pushSubscription.user_id],
      fields: pick(pushSubscription, 'id', 'device', 'variant', 'endpoint', 'created_at'),
      order: [pushSubscription.id],
      leftOut: ['session_id', 'token_id', 'oauth_session_id', 'p256dh', 'auth'],
    },
  },
  notExported: { 'push_notice.user_id': 'which of the notifications devices show' },
  deletedRows: [deleteRowsOf(pushNotice.user_id), deleteRowsOf(pushSubscription.user_id)],
} satisfies PersonalData
