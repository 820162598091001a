import { counted, plural } from '../plural.ts'
import type { points as pl } from '../pl/points.ts'

export const points: typeof pl = {
  title: (site) => `${site} points`,
  balance: 'Balance',
  word: (n) => plural('en', n, { one: 'point', other: 'points' }),
  today: 'today',
  how:
    'A post is 5 points, a comment 2, a new community 10, an upvote 1, a downvote -1. At most 50 a day for ' +
    'writing. What is taken away takes its points along.',
  history: 'History',
  emptyTitle: 'You have no points yet',
  emptyText: 'Write a post or a comment.',
  older: 'Older entries',
  loadFailed: 'The history could not be loaded.',
  leaderboard: 'Top ten',
  amount: (n) => counted('en', n, { one: 'point', other: 'points' }),
}
