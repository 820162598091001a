import { counted } from '../plural.ts'
import type { InvitesTexts } from '../pl/invites.ts'

const more = { one: 'more person', other: 'more people' }

export const invites: InvitesTexts = {
  title: 'Invitations',
  lead: (n) =>
    n === 0
      ? 'You cannot invite anybody else this month.'
      : `You can invite ${counted('en', n, more)} this month. Each link is for one person.`,
  note: 'Who it is for (optional)',
  noteHint: 'Only you and the admins see it.',
  submit: 'Make an invitation',
  failed: 'The invitation could not be made.',
  done: 'The invitation is ready. Send the link from the list below.',
  list: 'Your invitations',
  free: 'waits',
  used: 'used',
  share: 'Share the link',
  shared: 'Link copied',
  shareFailed: 'The link could not be copied. Select it and copy it by hand.',
  shareTitle: (site) => `Invitation to ${site}`,
  more: 'Show older ones',
  moreFailed: 'The invitations could not be loaded.',
  afterForm: { createOwn: 'The invitation is ready. Send the link from the list.' },
}
