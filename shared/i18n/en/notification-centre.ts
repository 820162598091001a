import type { notificationCentre as pl } from '../pl/notification-centre.ts'
import { counted, formatNumber } from '../plural.ts'

export const notificationCentre: typeof pl = {
  title: 'Notifications',
  filtersLabel: 'Filter notifications',
  decisions: 'Decisions',
  filters: { all: 'All', unread: 'Unread', mentions: 'Mentions', moderation: 'Moderation' },
  unread: (n) => `${formatNumber('en', n)} unread`,
  markAll: ['Mark all', 'as read'],
  markOne: 'Mark as read',
  markFailed: 'Could not mark as read.',
  allMarked: 'All notifications are read.',
  fresh: (n) => `Show ${counted('en', n, { one: 'new notification', other: 'new notifications' })}`,
  grouped: {
    post_comment: (n) => counted('en', n, { one: 'comment', other: 'comments' }),
    comment_reply: (n) => counted('en', n, { one: 'reply', other: 'replies' }),
    mention: (n) => counted('en', n, { one: 'mention', other: 'mentions' }),
    follower: (n) => counted('en', n, { one: 'person', other: 'people' }),
    other: (n) => counted('en', n, { one: 'notification', other: 'notifications' }),
  },
  empty: {
    all: {
      title: 'No notifications',
      text: 'Replies to your posts and comments, mentions and new followers will appear here.',
    },
    unread: { title: 'All caught up', text: 'Nothing new is waiting for you.' },
    mentions: { title: 'No mentions', text: 'When somebody mentions you with @, you will see it here.' },
    moderation: {
      title: 'Nothing about moderation',
      text: 'Decisions of moderators and the outcome of your reports will appear here.',
    },
  },
  read: 'Read conversations',
  showAll: 'Show all',
  keys: { label: 'Keys', next: 'next', previous: 'previous', open: 'open', read: 'read' },
  settings: 'Notification settings',
  thread: {
    question: 'What should we notify you about?',
    levels: {
      all: { label: 'All comments', hint: 'Every new comment in this thread' },
      replies: { label: 'Replies and mentions', hint: 'What people write to you' },
      none: { label: 'Nothing', hint: 'Only decisions of moderators' },
    },
    saved: 'Thread notifications saved.',
    failed: 'Could not change the thread notifications.',
  },
}
