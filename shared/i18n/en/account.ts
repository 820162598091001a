import type { account as pl } from '../pl/account.ts'

export const account: typeof pl = {
  more: 'More',
  open: 'Delete account',
  lead:
    'Account, profile, messages, follows, saved posts and notifications will be gone for good. This cannot be ' +
    'undone, and the name stays taken.',
  content: 'What about your posts and comments?',
  keep: 'Leave them without my name',
  keepHint: 'Conversations stay readable, and the author is shown as [deleted].',
  remove: 'Delete them with the account',
  removeHint: 'This may take a while. Replies of others stay.',
  password: 'Password',
  passwordHint: 'Confirm that it is you.',
  submit: 'Delete account',
  working: 'Deleting the account',
  done: 'The account has been deleted.',
  failed: 'The account could not be deleted',
  afterForm: {
    edit: 'Saved.',
    changePassword: 'Your password has been changed.',
    changeEmail: 'We sent a link to the new address. Open it to finish the change.',
    endSession: 'The session has ended.',
    endOtherSessions: 'All other sessions have ended.',
  },
}
