import type { notifications as pl } from '../pl/notifications.ts'

export const notifications: typeof pl = {
  titles: {
    post_comment: (who) => `${who} commented on your post`,
    comment_reply: (who) => `${who} replied to your comment`,
    mention: (who) => `${who} mentioned you`,
    stream: (who) => `${who} is live`,
    follower: (who) => `${who} started following you`,
    bot_answer: (who) => `The bot ${who} answered in a discussion`,
    invite: (who) => `${who} invited you to become a moderator`,
    thread_comment: (who) => `${who} commented in a thread you follow`,
    report_resolved: 'Your report has been resolved',
    report_rejected: 'Your report has been rejected',
    moderation: 'The moderators have made a decision that concerns you',
    appeal: 'Your appeal has been decided',
    appeal_upheld: 'Your appeal was not granted',
    appeal_overturned: 'Your appeal was granted',
    export: 'Your data is ready to download',
    modmail: (where: string | null) =>
      where === null ? 'Someone wrote to the admins' : `Someone wrote to the moderators of r/${where}`,
    modmail_answer: (where: string | null) =>
      where === null ? 'The admins answered your message' : `The moderators of r/${where} answered your message`,
  },
  decided: {
    removed: (where, isComment) => `The moderators of r/${where} removed your ${isComment ? 'comment' : 'post'}`,
    deleted: (where, isComment) => `The moderators of r/${where} deleted your ${isComment ? 'comment' : 'post'}`,
    restored: (where, isComment) => `The moderators of r/${where} restored your ${isComment ? 'comment' : 'post'}`,
    locked: (where) => `The moderators of r/${where} locked the discussion of your post`,
    unlocked: (where) => `The moderators of r/${where} reopened the discussion of your post`,
    pinned: (where) => `The moderators of r/${where} pinned your post`,
    unpinned: (where) => `The moderators of r/${where} unpinned your post`,
    approved: (where, isComment) => `The moderators of r/${where} published your ${isComment ? 'comment' : 'post'}`,
    reopened: (where: string | null, isComment: boolean) =>
      `The moderators of r/${where} will look again at your ${isComment ? 'comment' : 'post'}`,
    held: (where, isComment) => `Your ${isComment ? 'comment' : 'post'} in r/${where} is waiting for a moderator`,
    warned: (where) =>
      where === null ? 'The administrators sent you a warning' : `The moderators of r/${where} sent you a warning`,
    banned: (where) => `For now you cannot write in r/${where}`,
    unbanned: (where) => `You can write in r/${where} again`,
    suspended: () => 'Your account has been suspended',
    unsuspended: () => 'Your account is no longer suspended',
    stream_ended: (where) =>
      where === null ? 'The admins ended your stream' : `The moderators of r/${where} ended your stream`,
    version_deleted: (where, isComment) =>
      `A former version of your ${isComment ? 'comment' : 'post'} in r/${where} was deleted`,
  },
  list: new Intl.ListFormat('en'),
  others: 'others',
  someone: 'Someone',
  newFollower: 'See their profile.',
  reportResolved: 'Thank you. What you reported breaks the rules.',
  reportRejected: 'What you reported does not break the rules.',
  exportReady: 'The file waits in the settings for 7 days.',
  image: 'Photo',
  video: 'Video',
  adult: { title: 'You have a new notification', content: 'It is about adult content.' },
}
