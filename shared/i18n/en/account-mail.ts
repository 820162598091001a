import type { AccountMailTexts } from '../pl/account-mail.ts'

export const accountMail: AccountMailTexts = {
  emailConfirm: {
    subject: (site) => `Confirm your new email address – ${site}`,
    lead: (site) =>
      `This address is to replace the present address of your account on ${site}. Confirm it and the change ` +
      'takes effect at once.',
    button: 'Confirm the new address',
    validity: 'The link is valid for 24 hours and works once.',
    notYou: 'Not you? Ignore this message and nothing will change.',
  },

  emailTaken: {
    subject: (site) => `This address already has an account – ${site}`,
    lead: (site) =>
      `Somebody, perhaps you, tried to move another account on ${site} to this address. It belongs to your ` +
      'account already, so we changed nothing.',
    button: 'Log in',
    notYou: 'Not you? There is nothing you need to do.',
  },

  emailNotice: {
    subject: (site) => `A change of your email address was requested – ${site}`,
    lead: (site, email) =>
      `Somebody, probably you, wants to change the email address of your account on ${site} to ${email}. The ` +
      'change takes effect once the new address is confirmed.',
  },

  emailChanged: {
    subject: (site) => `Your email address was changed – ${site}`,
    lead: (site, email) => `The email address of your account on ${site} is now ${email}.`,
  },

  undo: {
    notYou:
      'Not you? Undo the change. We will restore this address, end all sessions and send you a link to set a new ' +
      'password.',
    button: 'Undo the change of address',
    validity: 'The link is valid for 72 hours.',
  },

  deleted: {
    subject: (site) => `Your account was deleted – ${site}`,
    lead: (site) => `Your account on ${site} was deleted. It cannot be brought back, and its name stays taken.`,
    notYou: (email) =>
      `Not you? Somebody knew your password. Change it wherever you use it, and write to us: ${email}.`,
  },

  changes: {
    password_changed: {
      subject: (site) => `Your password was changed – ${site}`,
      lead: (site) => `The password of your account on ${site} was changed, and all other sessions were ended.`,
    },
    password_reset: {
      subject: (site) => `A new password was set – ${site}`,
      lead: (site) =>
        `A new password for your account on ${site} was set with a link from an email. All sessions were ended.`,
    },
    sessions_ended: {
      subject: (site) => `Sessions were ended – ${site}`,
      lead: (site) =>
        `In the settings of your account on ${site}, sessions on other devices were ended. They have to log in again.`,
    },
    email_undone: {
      subject: (site) => `The change of your email address was undone – ${site}`,
      lead: (site) => `This address belongs to your account on ${site} again. All sessions were ended.`,
    },
    token_made: {
      subject: (site) => `A personal token was made – ${site}`,
      lead: (site) =>
        `Somebody, probably you, made a token with which a program can use your account on ${site}. ` +
        'You can end it in the security settings, and a new password ends all of them.',
    },
    application_made: {
      subject: (site) => `An application was registered from your account – ${site}`,
      lead: (site) =>
        `Somebody, probably you, registered an application whose secret lets it use your account on ${site}. ` +
        'You can delete it on the page for developers, and a new password takes its access to the account.',
    },
    application_allowed: {
      subject: (site) => `An application got access to your account – ${site}`,
      lead: (site) =>
        `Somebody, probably you, allowed an application to use your account on ${site}. ` +
        'You can end its access in the security settings, and a new password ends all access.',
    },
    new_device: {
      subject: (site) => `Login from a new device – ${site}`,
      lead: (site) =>
        `Somebody, probably you, logged in to your account on ${site} from a device that we had not seen before.`,
    },
    export_requested: {
      subject: (site) => `A copy of your data was requested – ${site}`,
      lead: (site) =>
        `Somebody, probably you, requested a copy of all data of your account on ${site}. Only who is signed in ` +
        'to that account can download it.',
    },
  },

  details: (device, network, time) => `Device: ${device}. Network: ${network}. Time: ${time}.`,
  unknown: 'unknown',
  settings: 'Open the security settings',
  notYou: 'Not you? Somebody may know your password. Set a new one, and all sessions end:',
  setPassword: 'Set a new password',
  someoneKnows: 'Whoever asked for that change knew your password. Set a new one now. The link is valid for one hour.',
}
