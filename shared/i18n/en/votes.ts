import type { votes as pl } from '../pl/votes.ts'

export const votes: typeof pl = {
  group: 'Votes',
  up: 'Vote up',
  down: 'Vote down',
  signIn: 'You need to log in to vote',
  failed: 'Your vote was not counted: ',
  noAnswer: 'no connection',
}
