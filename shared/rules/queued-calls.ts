export const QUEUED_CALLS = [
  'votes.post',
  'votes.comment',
  'saves.save',
  'reading.hide',
  'categories.join',
  'categories.leave',
  'follows.follow',
  'follows.unfollow',
  'comments.create',
  'comments.edit',
  'posts.create',
  'posts.edit',
  'polls.vote',
  'messages.send',
  'notifications.markRead',
  'notifications.markAllRead',
  'reports.create',
] as const

/** Prefix of the URL of a queued picture, which is valid in this browser only. */
export const QUEUED_FILE = '/media/queued/'
