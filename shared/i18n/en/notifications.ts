import type { notifications as pl } from '../pl/notifications.ts'

export const notifications: typeof pl = {
  titles: {
    post_comment: (name) => `${name} commented on your post`,
    comment_reply: (name) => `${name} replied to your comment`,
    mention: (name) => `${name} mentioned you`,
    follower: (name) => `${name} started following you`,
    bot_answer: (name) => `The bot ${name} answered in a discussion`,
    report_resolved: 'Your report has been resolved',
    report_rejected: 'Your report has been rejected',
  },
  someone: 'Someone',
  newFollower: 'See their profile.',
  reportResolved: 'Thank you. What you reported breaks the rules.',
  reportRejected: 'What you reported does not break the rules.',
  image: 'Photo',
  video: 'Video',
  adult: { title: 'You have a new notification', content: 'It is about adult content.' },
}
