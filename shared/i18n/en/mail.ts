import type { mail as pl } from '../pl/mail.ts'

export const mail: typeof pl = {
  greeting: (username) => `Hi ${username},`,
  copyLink: 'If the button does not work, copy this address into your browser:',
  footer: (site) => `This message was sent automatically by ${site}.`,

  verify: {
    subject: (site) => `Confirm your email address – ${site}`,
    lead: (site, username) => `Thanks for signing up to ${site}. Confirm your address: we will create the account ${username} and log you in right away.`,
    button: 'Confirm email address',
    validity: 'The link is valid for 24 hours.',
    notYou: 'Not the account you signed up for? Do not open the link and ignore this message. Without it no account is created.',
  },

  alreadyRegistered: {
    subject: (site) => `You already have an account – ${site}`,
    lead: (site) =>
      `Somebody, perhaps you, tried to sign up to ${site} with this email address. You already have an account here, so just log in.`,
    button: 'Log in',
    forgotten: 'Forgot your password? Set a new one:',
    notYou: 'Not you? There is nothing you need to do. Nothing has changed in your account.',
  },

  passwordReset: {
    subject: (site) => `Set a new password – ${site}`,
    lead: (site) => `Somebody, probably you, asked for a new password for your account on ${site}.`,
    button: 'Set a new password',
    validity: 'The link is valid for one hour and works once. Changing the password logs you out on all devices.',
    notYou: 'Not you? Ignore this message and your password will stay as it is.',
  },
}
