import type { unsubscribe as pl } from '../pl/unsubscribe.ts'

export const unsubscribe: typeof pl = {
  title: 'Turn off e-mails',
  lead: 'Press the button and we will stop sending you e-mails about:',
  button: 'Turn off these e-mails',
  done: 'Done. We no longer send you e-mails about:',
  failed: 'The e-mails could not be turned off. Try again in a moment.',
  settings: 'Notification settings',
  invalidTitle: 'This link does not work',
  invalid: 'The link is incomplete. Copy all of it from the message, or turn off e-mails in the notification settings.',
}
