import type { setup as pl } from '../pl/setup.ts'

export const setup: typeof pl = {
  title: 'Start your forum',
  lead: 'A code, five fields, and the forum runs. You can change name and language in the panel later.',
  code: 'Code from the server',
  codeHint: 'The server printed it when it started. It is also in the file setup-code of the data folder (DATA_DIR).',
  siteName: 'Name of the forum',
  language: 'Default language',
  languageHint: 'Guests see the forum in this language. Everybody can choose the other one.',
  languages: { pl: 'Polish', en: 'English' },
  fixed: "Set in the server's environment.",
  username: 'Your username',
  usernameHint: '3 to 30 characters: letters a to z, digits and underscores.',
  email: 'Your e-mail address',
  password: 'Password',
  passwordHint: 'At least 8 characters with an uppercase letter, a lowercase letter and a digit.',
  submit: 'Start the forum',
  otherLanguage: 'Polski',
  failed: 'The forum could not be started. Try again.',
  done: {
    title: 'The forum runs',
    lead: (site, username) => `${site} waits for its first guests. You are signed in as ${username}.`,
    next: 'The panel lists what a new forum still needs: mail, backups, terms.',
    panel: 'Open the panel',
    home: 'See the forum',
  },
  already: {
    title: 'This forum runs already',
    lead: 'Somebody has set it up. If it was you, log in to your account.',
    home: 'See the forum',
  },
}
