import { pick, type PersonalData } from '#server/db/personal-data.ts'
import { auditLog } from './table.ts'

export const auditData = {
  exported: {
    staff_actions: {
      explained: { pl: 'co zrobiono z Twojego konta jako obsługa serwisu', en: 'what your account did as staff' },
      owners: [auditLog.actor_user_id],
      fields: pick(auditLog, 'id', 'action', 'target_type', 'target_id', 'address', 'created_at'),
      order: [auditLog.id],
      leftOut: ['actor', 'detail'],
    },
  },
  kept: { 'audit_log.actor_user_id': 'what staff did stays on record' },
} satisfies PersonalData
