/** Notification settings that members choose; `message` covers private messages and `modmail`. */
export const NOTIFICATION_SETTINGS = [
  'comment',
  'reply',
  'mention',
  'follow',
  'stream',
  'message',
  'report',
  'moderation',
  'bot',
] as const
export type NotificationSetting = (typeof NOTIFICATION_SETTINGS)[number]

export const NOTIFICATION_KINDS = [
  'post_comment',
  'comment_reply',
  'mention',
  'follower',
  'stream',
  'report_decided',
  'bot_answer',
  'moderation',
  'appeal',
  'invite',
  'export',
  'modmail',
  'modmail_answer',
] as const
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number]

/** A kind without a setting (null) is always shown on the site and never sent in digest mails. */
export const SETTING_OF: Record<NotificationKind, NotificationSetting | null> = {
  post_comment: 'comment',
  comment_reply: 'reply',
  mention: 'mention',
  follower: 'follow',
  stream: 'stream',
  report_decided: 'report',
  bot_answer: 'bot',
  moderation: 'moderation',
  appeal: 'moderation',
  invite: 'moderation',
  export: null,
  modmail: 'message',
  modmail_answer: 'moderation',
}

/** Settings whose notifications are pushed to devices unless the member chose otherwise. */
export const PUSHED_BY_DEFAULT: readonly NotificationSetting[] = ['reply', 'mention', 'message', 'moderation']

export const DIGESTS = ['off', 'daily', 'weekly'] as const
export type Digest = (typeof DIGESTS)[number]

/** What members are notified of in a thread: every comment, only replies and mentions, or only moderation. */
export const THREAD_LEVELS = ['all', 'replies', 'none'] as const
export type ThreadLevel = (typeof THREAD_LEVELS)[number]

export const NOTIFICATION_FILTERS = ['all', 'unread', 'mentions', 'moderation'] as const
export type NotificationFilter = (typeof NOTIFICATION_FILTERS)[number]
