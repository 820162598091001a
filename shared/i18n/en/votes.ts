import type { votes as pl } from '../pl/votes.ts'

import { formatNumber } from '../plural.ts'

export const votes: typeof pl = {
  group: 'Votes',
  up: 'Vote up',
  down: 'Vote down',
  said: {
    up: (score) => `Your vote: up. Score: ${formatNumber('en', score)}`,
    none: (score) => `Vote taken back. Score: ${formatNumber('en', score)}`,
    down: (score) => `Your vote: down. Score: ${formatNumber('en', score)}`,
  },
  signIn: 'You need to log in to vote',
  failed: 'Your vote was not counted: ',
  noAnswer: 'no connection',
}
