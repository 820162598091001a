export const QUEUE_KINDS = ['reports', 'held', 'appeals', 'notices', 'mail', 'registration'] as const
export type QueueKind = (typeof QUEUE_KINDS)[number]

export const QUEUE_DECISIONS = ['remove', 'keep', 'resolve', 'approve', 'uphold', 'overturn', 'refuse'] as const
export type QueueDecision = (typeof QUEUE_DECISIONS)[number]

export const DECISIONS_OF: Record<QueueKind, readonly QueueDecision[]> = {
  // Only resolvable where there is nothing to remove, as with reports of members and their messages.
  reports: ['remove', 'keep', 'resolve'],
  held: ['remove', 'approve'],
  appeals: ['uphold', 'overturn'],
  notices: ['remove', 'keep'],
  // Mail waits for an answer, not for a decision.
  mail: [],
  registration: ['approve', 'refuse'],
}

/** `held_by` of a new member's text; other values are the names of filters, but for `unchecked`. */
export const HELD_NEWCOMER = 'newcomer'
/** `held_by` of a text whose filters took too long. */
export const HELD_UNCHECKED = 'unchecked'
