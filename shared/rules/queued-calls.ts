/** Calls that may be written without a network and sent later. */
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

/** Addresses of pictures begin so while they wait; they mean nothing outside this browser. */
export const QUEUED_FILE = '/media/queued/'
