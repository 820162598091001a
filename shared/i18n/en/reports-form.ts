import type { reportsForm as pl } from '../pl/reports-form.ts'

export const reportsForm: typeof pl = {
  title: {
    post: 'Report post',
    comment: 'Report comment',
    category: 'Report community',
    message: 'Report message',
    user: 'Report this person',
  },
  report: 'Report',
  reason: 'Reason',
  reasonHint: 'What is wrong? Moderators will read this.',
  reasonHintUser: 'What is wrong? The admins will read this.',
  reasonHintMessage:
    'What is wrong? The admins will see this message and up to five before it in this conversation. ' +
    'They are deleted with the report after 90 days.',
  illegal: 'Is it against the law? Send a notice to the admins',
  reasonMissing: 'Give a reason for the report',
  send: 'Send report',
  working: 'Sending',
  cancel: 'Cancel',
  sent: 'Thank you. The report is waiting to be decided.',
  failed: 'Failed to send report',
  signIn: 'You must log in to report content',
}
