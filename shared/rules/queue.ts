export const QUEUE_KINDS = ['reports', 'held', 'appeals', 'notices', 'mail', 'registration'] as const
export type QueueKind = (typeof QUEUE_KINDS)[number]

export const QUEUE_DECISIONS = ['remove', 'keep', 'resolve', 'approve', 'uphold', 'overturn', 'refuse'] as const
export type QueueDecision = (typeof QUEUE_DECISIONS)[number]

export const DECISIONS_OF: Record<QueueKind, readonly QueueDecision[]> = {
  // 'resolve' closes reports about members and private messages, where there is no content to remove.
  reports: ['remove', 'keep', 'resolve'],
  held: ['remove', 'approve'],
  appeals: ['uphold', 'overturn'],
  notices: ['remove', 'keep'],
  // Mod mail is answered or closed without a decision.
  mail: [],
  registration: ['approve', 'refuse'],
}

/** Value of `held_by` for a newcomer's text; other values are names of filters, or `unchecked`. */
export const HELD_NEWCOMER = 'newcomer'
/** Value of `held_by` for a text whose filters timed out. */
export const HELD_UNCHECKED = 'unchecked'
