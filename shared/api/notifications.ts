import * as v from 'valibot'
import { endpoint } from './contract.ts'
import { id, limit, offset, success } from './fields.ts'
import { Notification } from './shapes.ts'
import { PAGE } from '../limits.ts'

export const notifications = {
  count: endpoint({
    method: 'GET', path: '/api/notifications/count', access: 'user', rate: 'read',
    input: v.object({}), output: v.object({ unread_count: v.number() }),
    summary: 'Unread notifications of the caller',
  }),
  list: endpoint({
    method: 'GET', path: '/api/notifications', access: 'user', rate: 'read',
    input: v.object({ limit: limit(PAGE.notifications), offset }), output: v.array(Notification),
    summary: 'Notifications of the caller, latest first',
  }),
  markAllRead: endpoint({
    method: 'POST', path: '/api/notifications/mark-all-read', access: 'user', rate: 'write',
    input: v.object({}), output: success,
    summary: 'Marks all notifications of the caller as read',
  }),
  markRead: endpoint({
    method: 'POST', path: '/api/notifications/:notification_id/read', access: 'user', rate: 'write',
    input: v.object({ notification_id: id }), output: success,
    errors: ['not_found'],
    summary: 'Marks one notification of the caller as read',
  }),
}
