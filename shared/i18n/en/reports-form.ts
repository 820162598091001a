import type { reportsForm as pl } from '../pl/reports-form.ts'

export const reportsForm: typeof pl = {
  title: { post: 'Report post', comment: 'Report comment', category: 'Report community' },
  reason: 'Reason',
  reasonHint: 'What is wrong? Moderators will read this.',
  illegal: 'Is it against the law? Send a notice to the admins',
  reasonMissing: 'Give a reason for the report',
  send: 'Send report',
  working: 'Sending',
  cancel: 'Cancel',
  sent: 'Thank you. The report is waiting to be decided.',
  failed: 'Failed to send report',
  signIn: 'You must log in to report content',
}
