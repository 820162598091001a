import { counted, formatNumber } from '../plural.ts'
import { durationText } from '../duration.ts'
import type { messages as pl } from '../pl/messages.ts'

export const messages: typeof pl = {
  report: 'Report',
  reportFrom: (name, time) => `Report the message from ${name}, ${time}`,
  title: 'Messages',
  description: 'Your conversations.',
  unread: (n) => counted('en', n, { one: 'unread message', other: 'unread messages' }),
  you: 'You:',
  older: 'Older conversations',
  emptyTitle: 'You have no conversations yet',
  emptyText: 'Write the first message to somebody.',
  loadFailed: 'The messages could not be loaded.',
  unknownUser: 'This user does not exist',

  write: 'New message',
  recipient: 'To',
  recipientHint: 'A username; suggestions come from two characters on.',
  found: 'Users found',
  foundCount: (n) => counted('en', n, { one: 'suggestion', other: 'suggestions' }),
  karma: (n) => `Karma: ${formatNumber('en', n)}`,
  text: 'Message',
  send: 'Send',
  sending: 'Sending…',
  fillAll: 'Fill in all fields',
  failed: 'The message could not be sent',
  signIn: 'You need to log in to send a message',

  conversation: (name) => `Conversation: ${name}`,
  thread: 'Conversation',
  back: 'All conversations',
  today: 'Today',
  yesterday: 'Yesterday',
  loadOlder: 'Older messages',
  emptyThread: 'There are no messages here yet. Write the first one.',
  from: (name) => `${name}:`,
  read: 'Read',
  sent: 'Sent',
  vanishing: (ttl, unread) =>
    `Messages vanish for both of you ${durationText('en', ttl)} after they were read, unread ones after ` +
    `${durationText('en', unread)}.`,
  closed: (name) => `${name} does not accept new conversations from you.`,
  blockedByYou: (name) => `You have blocked ${name}. You can read this conversation but not write.`,
  toProfile: 'Open profile',
  toNewest: 'To the newest',

  attach: 'Attach a photo',
  photo: '📷 Photo',
  imageFrom: (name) => `Photo from ${name}`,
  afterForm: { send: 'Your message is sent.' },
}
