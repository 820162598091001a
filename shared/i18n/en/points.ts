import { counted } from '../plural.ts'
import type { Texts } from '../pl.ts'

export const points: Texts['points'] = {
  reasons: {
    post: 'New post',
    comment: 'New comment',
    upvote: 'Upvote from someone',
    downvote: 'Downvote from someone',
    community: 'New community',
    post_reversed: 'Deleted post',
    comment_reversed: 'Deleted comment',
    upvote_reversed: 'Upvote taken back',
    downvote_reversed: 'Downvote taken back',
    community_reversed: 'Deleted community',
  },
  title: (site) => `${site} points`,
  balance: 'points',
  today: 'today',
  how: 'A post is 5 points, a comment 2, a new community 10, an upvote 1, a downvote -1. At most 50 a day for writing. What is taken away takes its points along.',
  history: 'History',
  emptyTitle: 'You have no points yet',
  emptyText: 'Write a post or a comment.',
  leaderboard: 'Top ten',
  amount: (n) => counted('en', n, { one: 'point', other: 'points' }),
}
