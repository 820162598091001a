import type { FactorsTexts } from '../pl/factors.ts'
import { counted } from '../plural.ts'

export const factors: FactorsTexts = {
  login: {
    lead: 'Your password is right. Now enter the code from your authenticator app.',
    recoveryLead: 'Your password is right. Now enter one of your recovery codes. Each works once.',
    code: 'Code from the app',
    codeHint: '6 digits. They change every 30 seconds.',
    recoveryCode: 'Recovery code',
    recoveryCodeHint: 'For example 7k2m-9qhd-x4tn.',
    submit: 'Log in',
    busy: 'Checking the code…',
    useRecovery: 'Use a recovery code',
    useApp: 'Use a code from the app',
    back: 'Back to the password',
    failed: 'Login failed',
  },

  totp: {
    title: 'Two-step login',
    lead:
      'After your password you enter a code from an app on your phone, so the password alone is of no use to ' +
      'anybody.',
    off: 'Two-step login is off.',
    on: 'Two-step login is on.',
    left: (n) =>
      n === 0
        ? 'You have no recovery codes left.'
        : `You have ${counted('en', n, { one: 'recovery code', other: 'recovery codes' })} left.`,
    fewLeft:
      'Make new codes before they run out. Without them and without your phone you cannot get into your account.',
    begin: 'Turn on',
    steps: {
      password: 'Step 1 of 3: enter your current password.',
      scan: 'Step 2 of 3: add the account to your app and enter the code that it shows.',
      codes: 'Save the recovery codes.',
      'turn off': 'To turn off two-step login, enter your password and a code.',
      renew: 'To get new recovery codes, enter your password and a code.',
    },
    next: 'Next',
    scan:
      'Scan this code with an authenticator app, such as Aegis, 2FAS or Google Authenticator, and then enter the ' +
      'code that it shows.',
    qr: 'QR code with the secret for the authenticator app',
    secret: 'The secret, if you would rather type it',
    open: 'Open in an app on this device',
    confirm: 'Turn on two-step login',
    cancel: 'Cancel',
    turnOff: 'Turn off',
    turnOffLead: 'The password alone will then log you in, and the recovery codes will stop working.',
    turnOffSubmit: 'Turn off two-step login',
    turnedOff: 'Two-step login is off.',
    renew: 'New recovery codes',
    renewLead: 'You will get ten new codes. The previous ones will stop working.',
    renewSubmit: 'Make new codes',
    anyCode: 'A code from the app, or a recovery code',
    failed: 'Two-step login could not be changed',
  },

  codes: {
    title: 'Recovery codes',
    lead: 'Save them now, because we will not show them again. Each lets you in once when you do not have your phone.',
    copy: 'Copy',
    copied: 'Codes copied.',
    copyFailed: 'The codes could not be copied. Select them and copy them yourself.',
    download: 'Download file',
    file: 'recovery-codes.txt',
    fileHead: (site, username) => `Recovery codes of the account ${username} on ${site}. Each works once.`,
    done: 'I have saved the codes',
  },

  passkeys: {
    title: 'Passkeys',
    lead:
      'Instead of a password you log in with your fingerprint, your face or the PIN of your device. A passkey ' +
      'cannot be phished, and it needs no code from the app.',
    none: 'You have no passkeys yet.',
    needsScript: 'Passkeys need JavaScript. Without it you log in with your password and a code from an app.',
    unsupported: 'This browser does not support passkeys at this address.',
    added: (date) => `Added ${date}`,
    used: (time) => `used ${time}`,
    unused: 'not used yet',
    name: 'Name of the new passkey',
    nameHint: 'To tell it from others, for example “Phone”.',
    add: 'Add a passkey',
    adding: 'Waiting for the device…',
    done: (name) => `The passkey “${name}” was added.`,
    stopped: 'You stopped before the passkey was made.',
    known: 'This device already has a passkey for your account.',
    failed: 'The passkey could not be added',
    remove: 'Remove',
    removeOf: (name) => `Remove the passkey “${name}”`,
    removeQuestion: (name) => `Remove the passkey “${name}”?`,
    removeText: 'It will no longer log you in. You can delete it from your password manager afterwards.',
    removed: (name) => `The passkey “${name}” was removed.`,
    removeFailed: 'The passkey could not be removed',
  },
}
