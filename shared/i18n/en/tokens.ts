import type { TokensTexts } from '../pl/tokens.ts'

export const tokens: TokensTexts = {
  title: 'Tokens for programs',
  lead:
    'With a token a program of yours uses the API in your name, only for what you choose. ' +
    'Give it to nobody. A new password ends all tokens.',
  none: 'You have no tokens.',
  name: 'Name',
  nameHint: 'By it you will recognise the token, for example "backup".',
  scopesLabel: 'What it allows',
  scopes: {
    openid: 'knows who you are',
    profile: 'knows your name, picture and bio',
    email: 'knows your email address',
    read: 'reads what everybody sees',
    'read:private': 'reads your messages, notifications and saved posts',
    'write:posts': 'writes, changes and deletes posts and comments',
    'write:votes': 'votes',
    'write:messages': 'sends messages',
    'write:follows': 'joins communities, follows and blocks',
    moderate: 'moderates the communities that you moderate',
    push: 'subscribes devices to push notifications',
    offline_access: 'has access also while you are away',
  },
  days: 'For how many days (1–365)',
  submit: 'Make a token',
  failed: 'The token could not be made.',
  made: 'The token is ready. Copy it now, for we will not show it again:',
  expires: (date) => `valid until ${date}`,
  used: (when) => `last used ${when}`,
  unused: 'not used yet',
  end: 'End',
  endOf: (name) => `End the token ${name}`,
  ended: (name) => `The token "${name}" works no longer.`,
  endFailed: 'The token could not be ended.',
  afterForm: { remove: 'The token works no longer.' },
}
