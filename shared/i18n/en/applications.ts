import type { ApplicationsTexts } from '../pl/applications.ts'

export const applications: ApplicationsTexts = {
  howTitle: 'Signing in with an account of this forum',
  how: (issuer) =>
    'An application signs members in by OAuth 2 and OpenID Connect: a code with PKCE (S256), televisions and ' +
    `terminals by a device code. Libraries find the addresses by the issuer ${issuer}. An access token lives for ten ` +
    'minutes; a refresh token (scope offline_access) is good once and is replaced by a new one each time.',
  discovery: 'OpenID Connect document',
  title: 'Your applications',
  lead: 'Register a program or site in which members sign in with their account of this forum.',
  signIn: 'Sign in to register an application',
  none: 'You have no applications yet.',
  made: 'The application is registered. This is its client_id:',
  madeSecret: 'And this is its client_secret. Copy it now, for we will not show it again:',
  name: 'Name of the application',
  url: 'Address of its site',
  redirectUris: 'Return addresses, one a line',
  redirectHint:
    'They are compared letter by letter. For a program on a computer give http://127.0.0.1/return; any port will do.',
  kindLabel: 'Where it runs',
  kinds: {
    public: 'In a phone, a browser or a program that people install (without a secret)',
    confidential: 'On a server of yours, which can keep a secret',
  },
  kindNames: { public: 'without a secret', confidential: 'with a secret' },
  scopesLabel: 'What it may ask for',
  submit: 'Register the application',
  failed: 'The application could not be registered.',
  remove: 'Delete',
  removeOf: (name) => `Delete the application ${name}`,
  removed: (name) => `"${name}" is deleted, and all its access has ended.`,
  removeFailed: 'The application could not be deleted.',
  afterForm: { remove: 'The application is deleted.' },
}
