import type { devInfo as pl } from '../pl/dev-info.ts'

export const devInfo: typeof pl = {
  title: 'For developers',
  text: (site) => `${site} has an open API in JSON. Every call is described in the OpenAPI document.`,
  version: 'Version',
  openApi: 'OpenAPI document',
  feed: 'Atom feed of the latest posts',
  back: 'All calls',
  contents: 'On this page',
  start: {
    title: 'Getting started',
    text:
      'Addresses begin with this server and /api. Requests and answers are JSON, times are UTC. The header ' +
      'Authorization: Bearer TOKEN says who calls; signing in gives a ' +
      'token. Lists are read on by the field cursor while ' +
      'next_cursor has a value.',
    repeat:
      'A call that creates something takes the header Idempotency-Key: repeated with the same key within a ' +
      'day, it gets the first answer.',
  },
  calls: { title: 'Calls', text: 'Each group has a page with examples that a test executed, limits and errors.' },
  scopes: {
    title: 'Scopes',
    text: 'The token of an application reaches exactly its scopes. No application reaches calls without one.',
    names: {
      openid: 'who somebody is',
      profile: 'name, description and picture',
      email: 'e-mail address',
      read: 'what everybody sees on the site, and lists of the person',
      'read:private': 'messages, notifications and saved posts',
      'write:posts': 'posts and comments',
      'write:votes': 'votes and saving',
      'write:messages': 'private messages',
      'write:follows': 'follows, communities and blocks',
      moderate: 'moderating the communities of the person',
      push: 'notifications on devices',
      offline_access: 'access while the person does not use the application',
    },
  },
  limits: {
    title: 'Limits',
    text:
      'Beyond a limit the status is 429, and the header Retry-After says how many seconds to wait. Each ' +
      'call names its limit.',
    label: 'How often',
    none: 'no limit',
    by: { address: 'per address', user: 'per person', email: 'per e-mail address' },
    one: (limit, by, period) => `${limit} ${by} in ${period}`,
    second: (n) => `${n} s`,
    minute: (n) => (n === 1 ? 'a minute' : `${n} minutes`),
    hour: (n) => (n === 1 ? 'an hour' : `${n} hours`),
    day: 'a day',
  },
  errors: {
    title: 'Errors',
    text:
      'An error has detail (a sentence for people), code (stable) and sometimes issues (a sentence for ' +
      'each field).',
    label: 'Errors',
    status: 'Status',
    code: 'Code',
    detail: 'Sentence',
  },
  events: {
    title: 'Events',
    text:
      'GET /api/events?topics=me,post:12 is a stream without an end. After a break the header ' +
      'Last-Event-ID gets what was missed.',
  },
  hooks: {
    title: 'Web hooks',
    text:
      'The server calls an https address when something happens, signed by Standard Webhooks. Moderators ' +
      'of a community and admins add them.',
  },
  changes: {
    title: 'Changes',
    text: 'The header Watek-Version with a date pins the contract of that day; without it the newest holds.',
  },
  tryOut: {
    title: 'Try it',
    text: 'Calls really go to this server, with your account where you are signed in, or with a token that you give.',
    open: 'Open the console',
    failed: 'The console did not load. Try again.',
    scripts: 'Turn on JavaScript to try calls.',
  },
  access: {
    label: 'Who',
    public: 'everybody',
    user: 'signed in',
    user_or_admin: 'signed in, or an admin',
    staff: 'moderators and admins',
    moderator: 'panel: moderators and admins',
    admin: 'panel: admins',
  },
  scope: 'Scope',
  noScope: 'none',
  idempotent: 'takes Idempotency-Key',
  request: 'Request',
  answer: (status) => `Answer ${status}`,
  noExample: 'This call has no example: it needs a device, or concerns the whole server.',
}
