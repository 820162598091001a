import type { PollTexts } from '../pl/polls.ts'
import { counted } from '../plural.ts'

const votes = (n: number) => counted('en', n, { one: 'vote', other: 'votes' })

export const polls: PollTexts = {
  title: 'Poll',
  votes,
  vote: 'Vote',
  working: 'Sending',
  daysLeft: (n) => `${counted('en', n, { one: 'day', other: 'days' })} left`,
  hoursLeft: (n) => `${counted('en', n, { one: 'hour', other: 'hours' })} left`,
  soon: 'less than an hour left',
  closed: 'closed',
  mine: 'Your vote',
  secret: 'You see the result once you have voted.',
  signIn: 'You need to log in to vote in the poll',
  failed: 'Voting failed',
  afterForm: { vote: 'Your vote in the poll is saved.' },
}
