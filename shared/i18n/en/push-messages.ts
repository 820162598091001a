import { counted } from '../plural.ts'
import type { pushMessages as pl } from '../pl/push-messages.ts'

export const pushMessages: typeof pl = {
  messageFrom: (who) => `${who} wrote to you`,
  image: 'Image',
  more: (n) => `and ${n} more`,
  hidden: (n) => `${counted('en', n, { one: 'notification is', other: 'notifications are' })} waiting for you.`,
  test: { title: 'Push works', body: 'This device will show you replies and messages.' },
}
