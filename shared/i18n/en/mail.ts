import type { mail as pl } from '../pl/mail.ts'
import { counted } from '../plural.ts'

const ofNotifications = (n: number) => counted('en', n, { one: 'notification', other: 'notifications' })
const ofPosts = (n: number) => counted('en', n, { one: 'new post', other: 'new posts' })

export const mail: typeof pl = {
  greeting: (username) => `Hi ${username},`,
  copyLink: 'If the button does not work, copy this address into your browser:',
  footer: (site) => `This message was sent automatically by ${site}.`,

  verify: {
    subject: (site) => `Confirm your email address – ${site}`,
    lead: (site, username) =>
      `Thanks for signing up to ${site}. Confirm your address: we will create the account ${username} and log ` +
      'you in right away.',
    button: 'Confirm email address',
    validity: 'The link is valid for 24 hours.',
    notYou:
      'Not the account you signed up for? Do not open the link and ignore this message. Without it no account is ' +
      'created.',
  },

  alreadyRegistered: {
    subject: (site) => `You already have an account – ${site}`,
    lead: (site) =>
      `Somebody, perhaps you, tried to sign up to ${site} with this email address. You already have an account ` +
      'here, so just log in.',
    button: 'Log in',
    forgotten: 'Forgot your password? Set a new one:',
    notYou: 'Not you? There is nothing you need to do. Nothing has changed in your account.',
  },

  approved: {
    subject: (site: string) => `Your account is ready – ${site}`,
    lead: (site: string, username: string) =>
      `The admins of ${site} have approved your registration. The account ${username} is ready and you can log in.`,
    button: 'Log in',
  },

  refused: {
    subject: (site: string) => `No account was made – ${site}`,
    lead: (site: string, username: string) => `The admins of ${site} have turned down the registration of ${username}.`,
    reason: 'The reason:',
    forgotten: 'What you gave when registering has been deleted.',
  },

  passwordReset: {
    subject: (site) => `Set a new password – ${site}`,
    lead: (site) => `Somebody, probably you, asked for a new password for your account on ${site}.`,
    button: 'Set a new password',
    validity: 'The link is valid for one hour and works once. Changing the password logs you out on all devices.',
    notYou: 'Not you? Ignore this message and your password will stay as it is.',
  },

  claim: {
    subject: (site) => `Your account is waiting – ${site}`,
    lead: (site, forum, former) =>
      `The forum ${forum} has moved to ${site}, together with your account ${former} and what you wrote.`,
    name: (username) => `The account is called ${username} here. Set a password to use it again.`,
    button: 'Set a password',
    validity: 'The link is valid for 30 days.',
    unwanted: 'You do not want this account? Delete it without signing in:',
  },

  subjects: {
    comment: 'comments on your posts',
    reply: 'replies to your comments',
    mention: 'mentions of you',
    follow: 'new followers',
    stream: 'live streams',
    message: 'private messages',
    report: 'decisions on your reports',
    moderation: 'moderators’ decisions',
    bot: 'answers of the bot',
    digest: 'digests of the best posts',
  },

  notifications: {
    subject: (site, title) => `${title} – ${site}`,
    several: (n) => `You have ${counted('en', n, { one: 'new notification', other: 'new notifications' })}`,
    lead: (site) => `Here is what is waiting for you on ${site}:`,
    messages: (name, n) => `${name}: ${counted('en', n, { one: 'new message', other: 'new messages' })}`,
    adult: (n) => `${ofNotifications(n)} about adult content`,
    more: (n) => `…and ${counted('en', n, { one: 'more notification', other: 'more notifications' })}`,
    button: 'See your notifications',
    why: (subjects) => `You are receiving this because you have notifications by email turned on: ${subjects}.`,
  },

  digest: {
    subject: { daily: (site) => `Your day on ${site}`, weekly: (site) => `Your week on ${site}` },
    lead: {
      daily: 'The best posts of the past day in your communities:',
      weekly: 'The best posts of the past week in your communities:',
    },
    post: (community, score, comments) =>
      `r/${community} · score ${score} · ${counted('en', comments, { one: 'comment', other: 'comments' })}`,
    adult: (n) => `${ofPosts(n)} in adult communities`,
    adultMany: (n) => `More than ${ofPosts(n)} in adult communities`,
    button: 'Open the front page',
    why: {
      daily: 'You are receiving this because you turned on the daily digest.',
      weekly: 'You are receiving this because you turned on the weekly digest.',
    },
  },

  unsubscribe: 'Stop sending me emails like this',
  settings: 'Notification settings',
}
