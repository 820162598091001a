import type { adminSetup as pl } from '../pl/admin-setup.ts'

export const adminSetup: typeof pl = {
  title: 'First steps',
  lead: 'What a new forum still needs. A step ticks itself once it is done.',
  done: 'done',
  todo: 'to do',
  putAside: 'Put aside',
  putAsideNamed: (title) => `Put aside: ${title}`,
  bringBack: 'Bring back',
  bringBackNamed: (title) => `Bring back: ${title}`,
  aside: 'Steps put aside',
  items: {
    mail: {
      title: 'Mail works',
      text: 'Without it nobody can confirm an address. Set the server, then send a test mail.',
      link: 'Set up mail',
    },
    backups: {
      title: 'Backups go somewhere else',
      text: 'A backup on the same disk is lost with it. Name another disk or an S3 store.',
      link: 'Set up backups',
    },
    https: {
      title: 'The site is encrypted (HTTPS)',
      text: 'Set up a proxy with a certificate and a PUBLIC_URL that begins with https.',
    },
    texts: {
      title: 'Terms and privacy policy',
      text: 'Write them in the default language of the forum.',
      link: 'Write the texts',
    },
    community: { title: 'The first community', text: 'Posts need a place to be made in.', link: 'Create a community' },
    invites: {
      title: 'The first people',
      text: 'Invite somebody. The step is done once there is an account besides those of admins.',
      link: 'Set up registration',
    },
  },
  testMail: { label: 'Address of the test mail', send: 'Send a test mail', sent: 'The mail server accepted the mail' },
}
