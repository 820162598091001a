import { counted, formatNumber } from '../plural.ts'
import type { TransparencyTexts } from '../pl/transparency.ts'

const decimal = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1 })

function within(hours: number): string {
  if (hours < 1) return 'in less than an hour'
  const time = hours <= 48 ? `${decimal.format(hours)} hours` : `${formatNumber('en', Math.ceil(hours / 24))} days`
  return `within ${time}`
}

export const transparency: TransparencyTexts = {
  title: 'Transparency of moderation',
  lead: (site, year) =>
    `What moderators, admins and filters did on ${site} in ${year}. Plain numbers, without names or content, at ` +
    'most a minute old.',
  years: 'Year',
  number: 'Number',
  zeros: (head, n) => `${head}: ${counted('en', n, { one: 'row', other: 'rows' })} of zero`,
  notices: {
    title: 'Notices of illegal content',
    category: 'Reason given',
    received: (n) => `We received ${counted('en', n, { one: 'notice', other: 'notices' })}.`,
    median: (hours) => `Half of those decided were closed ${within(hours)}.`,
    send: 'Report illegal content',
  },
  decisions: {
    title: 'Decisions',
    made: (n) => `${counted('en', n, { one: 'decision', other: 'decisions' })} about posts, comments and accounts.`,
    automatic: (n) => `Filters took ${formatNumber('en', n)} on their own, people the rest.`,
    action: 'Decision',
    reason: 'Reason stated',
  },
  actions: {
    removed: 'Content removed',
    restored: 'Content restored',
    deleted: 'Content deleted',
    locked: 'Conversation locked',
    unlocked: 'Conversation unlocked',
    pinned: 'Post pinned',
    unpinned: 'Post unpinned',
    approved: 'Content approved',
    held: 'Held for review',
    warned: 'Warning',
    banned: 'Ban from a community',
    unbanned: 'Ban ended',
    suspended: 'Account suspended',
    unsuspended: 'Suspension ended',
    reopened: 'Case reopened',
    version_deleted: 'Former version deleted',
    stream_ended: 'Stream ended',
  },
  appeals: {
    title: 'Appeals',
    text: (received, overturned) =>
      `${counted('en', received, { one: 'appeal', other: 'appeals' })} against decisions, of which successful: ` +
      `${formatNumber('en', overturned)}.`,
  },
  suspended: {
    title: 'Suspended accounts',
    text: (n) => `${counted('en', n, { one: 'account', other: 'accounts' })}, for good or for a time.`,
  },
}
