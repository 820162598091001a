import type { adminQueue as pl } from '../pl/admin-queue.ts'
import { counted } from '../plural.ts'
import { moderation } from './moderation.ts'
import { posts } from './posts.ts'
import { quoted } from './quoted.ts'

const reasons = { ...posts.reasons, ...moderation.decisions.automaticReasons }
const waiting = { one: 'case waits', other: 'cases wait' }
const reports = { one: 'report', other: 'reports' }

export const adminQueue: typeof pl = {
  heading: 'Queue',
  kindsLabel: 'Kind of cases',
  kinds: {
    all: 'All',
    reports: 'Reports',
    held: 'Held',
    appeals: 'Appeals',
    notices: 'Illegal content',
    mail: 'Mail',
    decided: 'Done',
  },
  kind: { reports: 'report', held: 'held', appeals: 'appeal', notices: 'illegal content', mail: 'mail' },
  community: 'Community',
  anyCommunity: 'All my communities',
  waiting: (n) => counted('en', n, waiting),
  more: 'Show more',
  listLabel: 'Cases, the one that has waited longest first',
  empty: {
    all: { title: 'All decided', text: 'No case waits for a decision.' },
    reports: { title: 'Reports decided', text: 'No report waits for a decision.' },
    held: { title: 'Nothing is held', text: 'No post or comment waits for approval.' },
    appeals: { title: 'Appeals decided', text: 'No appeal waits for an answer.' },
    notices: { title: 'Nothing waits here', text: 'Nobody gives notice of illegal content now.' },
    mail: { title: 'Nobody waits for an answer', text: 'Messages to the moderators appear here.' },
  },

  gone: 'This content is gone',
  deletedAuthor: '[deleted]',
  commentUnder: (title) => `Comment under ${quoted(title)}`,
  messageFrom: (name) => `Private message from ${name}`,
  messages: {
    title: 'The reported message',
    note: 'Stored with up to five before it. They are deleted 90 days after the report.',
    reported: 'reported',
    image: 'With a picture, which is not stored',
  },
  reportsCount: (n) => counted('en', n, reports),
  waitingSince: 'waiting since',
  claimedBy: (who, until) => `${who ?? 'an admin'} is on it until ${until}`,
  claimed: (who, until) =>
    `${who ?? 'An admin'} is on this case until ${until}. You can read it, or take the next one.`,
  decided: 'Somebody else has decided this case.',
  noText: 'Without text',
  grounds: { reports: 'Reports', held: 'Why it is held', appeals: 'Appeal', notices: 'Notice', mail: 'Message' },
  unknownReporter: 'deleted account',
  moreReports: (n) => `and ${counted('en', n, { one: 'more report', other: 'more reports' })}`,
  newcomer: 'A new member wrote this, and the community holds what new members write.',
  unchecked: 'The filters could not read this text in time, so a person has to look at it.',
  heldBy: (filter) => `The filter “${filter}” stopped it.`,
  held: 'It waits for approval.',
  appealed: 'The decision it is about',
  what: moderation.log.what,
  automatic: 'automatically',
  reason: 'Reason',
  rule: 'Rule of the community',
  explanation: 'Explanation',
  notice: { reference: 'Reference', url: 'Address', name: 'Name', email: 'Email address', category: 'Kind' },
  author: {
    title: 'Author',
    since: 'Member since',
    trust: 'Trust',
    removed: 'Removed in 30 days',
    bans: 'Bans',
    level: (level) => `level ${level}`,
  },

  form: 'Decision',
  reasonsLabel: 'Reason for removal',
  reasons,
  chooseReason: 'Choose a reason to remove it.',
  noRule: 'None',
  refusals: {
    admin_decision: 'The administrators of the site or a filter of theirs decided this. They will answer this case.',
    own_decision:
      'This case concerns you or a decision of yours. Another moderator or an administrator will decide it.',
  },
  textLabel: { removal: 'Explanation for the author (optional)', appeal: 'Answer to who appeals' },
  textHint: 'The author sees the reason and the explanation, but not your name.',
  decide: {
    remove: 'Remove',
    keep: 'Keep',
    resolve: 'Resolve',
    approve: 'Approve',
    uphold: 'Uphold the decision',
    overturn: 'Overturn the decision',
  },
  sentences: {
    remove: (title) => `${quoted(title)} is removed.`,
    keep: (title) => `${quoted(title)} stays.`,
    resolve: (title) => `The report is resolved: ${quoted(title)}.`,
    approve: (title) => `${quoted(title)} is approved.`,
    uphold: (title) => `The decision is upheld: ${quoted(title)}.`,
    overturn: (title) => `The decision is overturned: ${quoted(title)}.`,
  },
  lastLabel: 'Last decision',
  none: 'Your last decision appears here, so that it can be undone.',
  undo: 'Undo',
  undone: (title) => `The decision is undone. ${quoted(title)} is back in the queue.`,
  undoFailed: 'It could not be undone: ',
  decidedElsewhere: (title) => `Somebody else has decided ${quoted(title)}. On we go.`,
  claimedElsewhere: (title, who) => `${who ?? 'An admin'} is on ${quoted(title)}. On we go.`,
  passedOver: (title) => `Somebody else has taken ${quoted(title)}. On we go.`,
  putBack: (title, why) => `${quoted(title)} is back in the queue with what you typed. ${why}`,

  tooEarly: (key) => `The queue has only just loaded, so the key ${key} did nothing. Press it again.`,

  keys: {
    label: 'Keys',
    next: 'next',
    previous: 'previous',
    open: 'open',
    reason: 'reason',
    keep: 'keep, approve, archive',
    answer: 'answer',
    remove: 'remove, resolve, overturn',
    undo: 'undo',
    close: 'close',
    switch: 'Single-key shortcuts',
  },
}
