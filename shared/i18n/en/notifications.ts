import type { notifications as pl } from '../pl/notifications.ts'

export const notifications: typeof pl = {
  titles: {
    post_comment: (who) => `${who} commented on your post`,
    comment_reply: (who) => `${who} replied to your comment`,
    mention: (who) => `${who} mentioned you`,
    follower: (who) => `${who} started following you`,
    bot_answer: (who) => `The bot ${who} answered in a discussion`,
    invite: (who) => `${who} invited you to become a moderator`,
    thread_comment: (who) => `${who} commented in a thread you follow`,
    report_resolved: 'Your report has been resolved',
    report_rejected: 'Your report has been rejected',
    moderation: 'The moderators have made a decision that concerns you',
    appeal: 'Your appeal has been decided',
    export: 'Your data is ready to download',
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
