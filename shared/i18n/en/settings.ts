import { counted } from '../plural.ts'
import type { SettingsTexts } from '../pl/settings.ts'

export const settings: SettingsTexts = {
  title: 'Settings',
  saved: 'Saved.',
  failed: 'The changes could not be saved',
  password: 'Current password',
  passwordHint: 'Confirm that it is you.',

  sections: {
    profile: { name: 'Profile', hint: 'The picture and the text that others see' },
    account: { name: 'Account', hint: 'Name and e-mail address' },
    security: { name: 'Security', hint: 'Password, two-step login, passkeys, sessions' },
    notifications: { name: 'Notifications', hint: 'What we notify you about, and how' },
    privacy: { name: 'Privacy', hint: 'Who may write to you' },
    data: { name: 'Data', hint: 'A copy of your data, deleting the account' },
  },

  avatar: {
    title: 'Profile picture',
    lead: 'It is shown next to your posts, comments and messages. Without a picture the first letter of your name is.',
    choose: 'Choose a picture',
    change: 'Change the picture',
    remove: 'Remove the picture',
    formats: 'JPEG, PNG, WebP or GIF, at most 50 MB. Of an animation the first frame is kept.',
    crop: 'Crop the picture',
    area: 'Crop',
    keys: 'Drag the picture, press a place for the middle, or use the arrow keys; + and − zoom.',
    place: (left, top, zoom) => `Crop: ${left}% from the left, ${top}% from the top, zoom ${zoom}%.`,
    zoom: 'Zoom',
    preview: 'Preview',
    save: 'Save the picture',
    saved: 'Picture saved.',
    removed: 'Picture removed.',
    unreadable: 'This file cannot be opened as a picture. Save it as JPEG or PNG and choose it again.',
    openFailed: 'The picture could not be opened. Try again.',
    failed: 'The picture could not be saved',
    removeFailed: 'The picture could not be removed',
  },

  bio: { title: 'About me', hint: 'It is shown on your profile.', submit: 'Save text', toProfile: 'See your profile' },

  username: {
    title: 'Username',
    fixed: 'The name cannot be changed.',
    since: (date) => `Account created on ${date}.`,
    former: (forum, name) =>
      `On ${forum} this account was called “${name}”. That name was taken or not allowed here, so it got the nearest ` +
      'free one.',
  },

  wrongPassword: 'This is not your current password.',

  email: {
    title: 'E-mail address',
    present: (email) => `Your address is ${email}.`,
    pending: (email) => `${email} waits to be confirmed. Open the link that we sent there: it is valid for 24 hours.`,
    label: 'New e-mail address',
    hint: 'We will send a link to confirm it, and to your present address a message that lets you undo the change.',
    submit: 'Change address',
    done: (email) => `We sent a link to ${email}. The address changes when you open it.`,
    failed: 'The address could not be changed',
  },

  newPassword: {
    title: 'Password',
    lead: 'A change ends the sessions on all other devices.',
    label: 'New password',
    submit: 'Change password',
    done: 'The password was changed. Other devices have to log in again.',
    failed: 'The password could not be changed',
  },

  sessions: {
    title: 'Sessions',
    lead:
      'The devices on which your account is logged in. If you do not recognise one, end its session and change ' +
      'your password.',
    current: 'This device',
    seen: (time) => `last used ${time}`,
    since: (date) => `since ${date}`,
    network: (network) => `network ${network}`,
    end: 'End',
    endOf: (device) => `End session: ${device}`,
    ended: (device) => `Session ended: ${device}.`,
    endOthers: 'End all other sessions',
    endOthersTitle: 'End all other sessions?',
    endOthersText: 'Other devices will have to log in again. Nothing changes on this one.',
    othersEnded: (n) => `Ended ${counted('en', n, { one: 'session', other: 'sessions' })}.`,
    alone: 'You have no other sessions.',
    failed: 'The session could not be ended',
  },

  notices: {
    title: 'What we notify you about',
    lead: 'Choose what you hear about on the site, and what by e-mail or on your devices as well.',
    kinds: {
      comment: { label: 'Comments', hint: 'On your posts and in threads you follow' },
      reply: { label: 'Replies', hint: 'To your comments' },
      mention: { label: 'Mentions', hint: 'When somebody writes @ and your name' },
      follow: { label: 'Followers', hint: 'When somebody starts following you' },
      stream: { label: 'Streams', hint: 'When somebody whom you follow goes live' },
      message: { label: 'Messages', hint: 'On the site: the number on the envelope' },
      report: { label: 'Reports', hint: 'When your report has been decided' },
      moderation: {
        label: 'Moderation',
        hint: 'Decisions about your content, appeals, invitations. Always on on the site',
      },
      bot: { label: 'AI replies', hint: 'When the bot answers in a discussion' },
    },
    site: 'On site',
    email: 'E-mail',
    digest: 'Digest by e-mail',
    digestHint: 'The best unread posts of your communities, at 8:00.',
    digests: { off: 'Do not send', daily: 'Daily', weekly: 'Once a week' },
    submit: 'Save settings',
  },

  policy: {
    title: 'Messages',
    label: 'Who may start a conversation with you?',
    options: {
      everyone: { label: 'Everyone', hint: 'Except people you block.' },
      followed: {
        label: 'Only people you follow',
        hint: 'Others will see that you accept no new conversations from them.',
      },
      nobody: { label: 'Nobody', hint: 'You can still start conversations yourself.' },
    },
    note:
      'Conversations that already go on are not affected. Admins and the moderators of your communities may always ' +
      'write.',
    submit: 'Save',
  },

  blocked: {
    title: 'Blocked people',
    none: 'You block nobody.',
    unblock: 'Unblock',
    unblockOf: (name) => `Unblock ${name}`,
    unblocked: (name) => `${name} is no longer blocked.`,
    more: 'Show more',
  },

  emailLinks: {
    incomplete: 'This link is incomplete. Open it straight from the message.',
    failed: 'That did not work. Try again in a while.',
    toSettings: 'Go to settings',
    toHome: 'Go to the home page',
    confirm: {
      title: 'Confirm your new e-mail address',
      lead: 'Press the button, and this address replaces the present address of your account.',
      submit: 'Confirm address',
      busy: 'Saving…',
      doneTitle: 'Address changed',
      done: (email) =>
        `The e-mail address of your account is now ${email}. We sent a message to the previous address that can ` +
        'undo the change for 72 hours.',
    },
    undo: {
      title: 'Undo the change of your e-mail address',
      lead:
        'We will restore the address that this message came to and end all sessions, on this device too. We will ' +
        'also send it a link to set a new password.',
      submit: 'Undo the change',
      busy: 'Undoing…',
      doneTitle: 'Change undone',
      done: (email) =>
        `The e-mail address of your account is ${email} again, and all sessions were ended. Somebody knew your ` +
        'password: set a new one with the link that we have just sent there.',
    },
  },

  deletion: {
    title: 'Deleting the account',
    lead:
      'The account cannot be brought back afterwards. We will ask for your password and what to do with your posts ' +
      'and comments.',
  },
}
