import * as v from 'valibot'
import { endpoint } from './contract.ts'
import { cursor, flag, id, limit, notificationId, offset, success } from './fields.ts'
import { Notification } from './shapes.ts'
import { PAGE } from '../limits.ts'
import {
  DIGESTS,
  NOTIFICATION_FILTERS,
  NOTIFICATION_KINDS,
  NOTIFICATION_SETTINGS,
  THREAD_LEVELS,
  type NotificationKind,
  type NotificationSetting,
} from '../rules/notification-kinds.ts'

type Entries<T> = Record<NotificationSetting, T>

const forEachSetting = <T>(schema: T) =>
  Object.fromEntries(NOTIFICATION_SETTINGS.map((name) => [name, schema])) as Entries<T>

const quietHours = v.object({ from: v.string(), to: v.string(), time_zone: v.string() })

const settings = v.object({
  kinds: v.object(forEachSetting(v.object({ site: v.boolean(), email: v.boolean(), push: v.boolean() }))),
  digest: v.picklist(DIGESTS),
  quiet_hours: v.nullable(quietHours),
  push_preview: v.boolean(),
})
export type NotificationSettings = v.InferOutput<typeof settings>

type Choice = { site?: boolean | undefined; email?: boolean | undefined; push?: boolean | undefined }

/** valibot accepts an array as an object without required fields. */
const noList = <T>(message: string) => v.custom<T>((value) => !Array.isArray(value), message)

const choice = v.pipe(
  noList<Choice>('invalid'),
  v.strictObject(
    {
      site: v.optional(v.boolean('boolean')),
      email: v.optional(v.boolean('boolean')),
      push: v.optional(v.boolean('boolean')),
    },
    'invalid',
  ),
)

const timeOfDay = v.pipe(v.string('time_of_day'), v.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'time_of_day'))

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name }).format()
    return true
  } catch {
    return false
  }
}

const editQuietHours = v.pipe(
  noList<v.InferOutput<typeof quietHours>>('quiet_hours'),
  v.object(
    {
      from: timeOfDay,
      to: timeOfDay,
      time_zone: v.pipe(v.string('time_zone'), v.maxLength(64, 'time_zone'), v.check(isTimeZone, 'time_zone')),
    },
    'quiet_hours',
  ),
  v.check(({ from, to }) => from !== to, 'quiet_hours'),
)

export const editNotificationSettings = v.object({
  kinds: v.optional(
    v.pipe(
      noList<Partial<Entries<Choice>>>('notification_kind'),
      v.strictObject(forEachSetting(v.optional(choice)), 'notification_kind'),
      v.check(({ moderation }) => moderation?.site !== false, 'moderation_on_site'),
    ),
  ),
  digest: v.optional(v.picklist(DIGESTS, 'digest')),
  quiet_hours: v.optional(v.nullable(editQuietHours)),
  push_preview: v.optional(v.boolean('boolean')),
})

const isKind = (name: string): name is NotificationKind => (NOTIFICATION_KINDS as readonly string[]).includes(name)

const kinds = v.pipe(
  v.string(),
  v.maxLength(200, 'notification_kind'),
  v.check((text) => text.split(',').every(isKind), 'notification_kind'),
  v.transform((text) => [...new Set(text.split(',').filter(isKind))]),
)

const threadLevel = v.object({ level: v.picklist(THREAD_LEVELS, 'thread_level') })

const unsubscribeToken = v.object({
  token: v.pipe(v.string('required'), v.minLength(1, 'required'), v.maxLength(2000, 'token')),
})

export const notifications = {
  count: endpoint({
    method: 'GET',
    path: '/api/notifications/count',
    access: 'user',
    scope: 'read:private',
    rate: 'read',
    input: v.object({}),
    output: v.object({ unread_count: v.number() }),
    summary: 'Unread notifications of the caller',
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/notifications',
    access: 'user',
    scope: 'read:private',
    rate: 'read',
    input: v.object({
      kinds: v.optional(kinds),
      unread: v.optional(flag, false),
      before: v.optional(id),
      limit: limit(PAGE.notifications),
      offset,
    }),
    output: v.array(Notification),
    errors: ['invalid'],
    summary: 'Notifications of the caller, latest first; `kinds` are names separated by commas',
  }),
  page: endpoint({
    method: 'GET',
    path: '/api/notifications/page',
    access: 'user',
    scope: 'read:private',
    rate: 'read',
    input: v.object({
      filter: v.optional(v.picklist(NOTIFICATION_FILTERS, 'filter'), 'all'),
      limit: limit(PAGE.notificationGroups),
      cursor,
    }),
    output: v.object({
      notifications: v.array(Notification),
      unread_count: v.number(),
      next_cursor: v.nullable(v.string()),
    }),
    errors: ['bad_cursor'],
    summary: 'Notifications of the caller, grouped by kind and thing within a day, latest first',
  }),
  markAllRead: endpoint({
    method: 'POST',
    path: '/api/notifications/mark-all-read',
    access: 'user',
    scope: 'read:private',
    rate: 'write',
    whileSuspended: true,
    repeat: 'sets_state',
    input: v.object({}),
    output: success,
    summary: 'Marks all notifications of the caller as read',
  }),
  markRead: endpoint({
    method: 'POST',
    path: '/api/notifications/:notification_id/read',
    access: 'user',
    scope: 'read:private',
    rate: 'write',
    whileSuspended: true,
    repeat: 'sets_state',
    input: v.object({ notification_id: notificationId }),
    output: success,
    errors: ['not_found'],
    summary: 'Marks a notification of the caller as read, or a group up to where it was listed',
  }),
  settings: endpoint({
    method: 'GET',
    path: '/api/notifications/settings',
    access: 'user',
    scope: 'read:private',
    rate: 'read',
    input: v.object({}),
    output: settings,
    summary: 'What the caller is told on the site, by mail and by push messages, and when not',
  }),
  editSettings: endpoint({
    method: 'PATCH',
    path: '/api/notifications/settings',
    access: 'user',
    scope: 'push',
    rate: 'write',
    input: editNotificationSettings,
    output: settings,
    errors: ['invalid'],
    summary: 'Changes the given settings and answers all; moderation stays on on the site',
  }),
  thread: endpoint({
    method: 'GET',
    path: '/api/posts/:post_id/notifications',
    access: 'user',
    scope: 'read:private',
    rate: 'read',
    input: v.object({ post_id: id }),
    output: threadLevel,
    errors: ['post_not_found'],
    summary: 'How much of a thread the caller is told',
  }),
  setThread: endpoint({
    method: 'PUT',
    path: '/api/posts/:post_id/notifications',
    access: 'user',
    scope: 'push',
    rate: 'write',
    input: v.object({ post_id: id, ...threadLevel.entries }),
    output: threadLevel,
    errors: ['post_not_found', 'invalid'],
    summary: 'Sets how much of a thread the caller is told',
  }),
  unsubscribe: endpoint({
    method: 'POST',
    path: '/api/notifications/unsubscribe',
    access: 'public',
    scope: null,
    rate: 'read',
    from: 'query',
    repeat: 'sets_state',
    input: unsubscribeToken,
    output: success,
    errors: ['bad_token'],
    summary:
      'Switches off what a mail was about, by the token of its link; mail programs call it with one click (RFC 8058)',
  }),
  unsubscribable: endpoint({
    method: 'GET',
    path: '/api/notifications/unsubscribe',
    access: 'public',
    scope: null,
    rate: 'read',
    input: unsubscribeToken,
    output: v.object({ subjects: v.array(v.string()) }),
    errors: ['bad_token'],
    summary:
      'What the token of a mail would switch off, in the language of the caller; browsers are led to the page ' +
      'that asks',
  }),
}
