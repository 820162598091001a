import type { formerAccount as texts } from '../pl/former-account.ts'

export const formerAccount: typeof texts = {
  title: 'Your account of the former forum',
  lead: 'The forum has moved here together with your account. You can set a password and use it, or delete it.',
  ask:
    'The forum moved here together with its accounts. We will mail a link to the address your account had there: ' +
    'set a password with it, or delete the account without logging in. If you know the old password, log in with it.',
  mailMe: 'Mail me a link',
  claim: 'Set a password',
  legend: 'What about your posts and comments?',
  keep: 'Keep them without my name',
  remove: 'Delete them with the account',
  button: 'Delete the account for good',
  deleted: 'The account has been deleted.',
  failed: 'This link is not valid, or somebody owns the account already. If it is yours, delete it in the settings.',
}
