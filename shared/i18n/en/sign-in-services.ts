import type { SignInServicesTexts } from '../pl/sign-in-services.ts'

export const signInServices: SignInServicesTexts = {
  or: 'or',
  with: (name) => `Sign in with ${name}`,
  list: 'Other ways to sign in',
  only: 'Here people sign in with these services only.',
  none: 'Signing in by password is off, and no service is set up. Contact the people who run this site.',
  passwordOff: 'You cannot sign in with a password here. Use the button on the login page.',

  finish: {
    title: 'Finish signing in',
    registerLead: (name) => `${name} knows who you are. Choose the name that you will write under here.`,
    address: (email) => `The account will have the address ${email}.`,
    emailHint: (name) => `${name} does not vouch for your address, so we will send a link to it.`,
    submit: 'Create account',
    haveAccount: 'Do you have an account here?',
    linkIt: 'Log in and link it',
    signInLead: (email) =>
      `The address ${email} already has an account here. Log in to it as before, then confirm the link. ` +
      `Next time the ` +
      'button will do.',
    signIn: 'Log in as before',
    linkLead: (name, username) => `Do you want to sign in to the account ${username} with ${name} as well?`,
    linkAs: (email) => `There your address is ${email}.`,
    link: 'Link the accounts',
    cancel: 'Do not link',
    expired: 'There was not enough time left to finish signing in. Start again.',
    again: 'Log in',
    awaiting_approval: 'Your registration waits for the people who run this site. We will mail you their answer.',
    verification_sent: 'We have sent you a mail with a link. Open it to finish your registration.',
  },

  settings: {
    title: 'Signing in with other services',
    lead: 'You can also sign in with your account at another service. We will mail you about every change.',
    none: 'No service is linked to your account.',
    linked: (date) => `linked on ${date}`,
    used: (when) => `last used ${when}`,
    unused: 'not used yet',
    add: (name) => `Link ${name}`,
    remove: 'Unlink',
    removeOf: (name) => `Unlink ${name}`,
    password: 'Password, if you signed in more than 10 minutes ago',
    noPassword:
      'Your account has no password. Instead you must have signed in within the last 10 minutes; sign in ' +
      'again if you have not.',
  },
  afterForm: {
    register: 'Your registration is in.',
    link: 'The accounts are linked.',
    unlink: 'The service is taken off.',
  },
}
