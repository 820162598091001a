import type { FactorMailTexts } from '../pl/factor-mail.ts'
import { counted } from '../plural.ts'

export const factorMail: FactorMailTexts = {
  subject: (site, what) => `${what} – ${site}`,
  totp_on: {
    title: 'Two-step login is on',
    text:
      'From now on, logging in with your password also takes a code from your authenticator app. Keep the recovery ' +
      'codes in a safe place: they let you in if you lose your phone.',
  },
  totp_off: {
    title: 'Two-step login is off',
    text:
      'Logging in with your password no longer takes a code from the app, and the recovery codes have stopped ' +
      'working.',
  },
  new_recovery_codes: {
    title: 'New recovery codes',
    text: 'New recovery codes were made for your account. The previous ones have stopped working.',
  },
  recovery_code_used: {
    title: 'A recovery code was used to log in',
    text: (left) =>
      `Somebody logged in to your account with your password and a recovery code. The code will not work again. ${
        left === 0
          ? 'It was the last one. Make new ones in your security settings.'
          : `You have ${counted('en', left, { one: 'code', other: 'codes' })} left.`
      }`,
  },
  passkey_added: {
    title: 'A passkey was added',
    text: (name) => `The passkey “${name}” was added to your account. It logs you in without a password.`,
  },
  passkey_removed: {
    title: 'A passkey was removed',
    text: (name) => `The passkey “${name}” no longer logs in to your account.`,
  },
  service_linked: {
    title: 'A service was linked to your account',
    text: (name: string) => `${name} can now be used to sign in to your account.`,
  },
  service_removed: {
    title: 'A service was taken off your account',
    text: (name: string) => `${name} can no longer be used to sign in to your account.`,
  },
  factors_reset: {
    title: 'Two-step login was turned off by our staff',
    text:
      'Our staff turned off two-step login for your account, removed its passkeys and logged out all devices. Log ' +
      'in with your password and turn your protection on again.',
  },
  code_guesses: {
    title: 'Failed attempts to log in',
    text: 'Somebody entered your password and then a wrong code several times. They did not get in.',
  },
  when: (time) => `When: ${time}.`,
  button: 'Security settings',
  notYou: 'Not you? Set a new password right away, which logs out all devices, and then check your security settings:',
  help: (email) => `Cannot log in? Write to us: ${email}.`,
}
