export const DECISION_ACTIONS = [
  'removed',
  'restored',
  'deleted',
  'locked',
  'unlocked',
  'pinned',
  'unpinned',
  'approved',
  'reopened',
  'held',
  'warned',
  'banned',
  'unbanned',
  'suspended',
  'unsuspended',
  'version_deleted',
  'stream_ended',
] as const
export type DecisionAction = (typeof DECISION_ACTIONS)[number]

export const REASON_CODES = [
  'spam',
  'harassment',
  'hate',
  'violence',
  'sexual',
  'minors',
  'illegal',
  'personal_data',
  'off_topic',
  'rule',
  'underage',
  'other',
] as const
export type ReasonCode = (typeof REASON_CODES)[number]

const APPEAL_OUTCOMES = ['upheld', 'overturned'] as const
export type AppealOutcome = (typeof APPEAL_OUTCOMES)[number]

export const APPEAL_STATUSES = ['open', ...APPEAL_OUTCOMES] as const

export const APPEALABLE: ReadonlySet<DecisionAction> = new Set<DecisionAction>([
  'removed',
  'deleted',
  'locked',
  'warned',
  'banned',
  'suspended',
])

type DecisionReason = ReasonCode | 'filter' | 'newcomer'

/** Returns the displayed reason: 'filter' is stored as 'other', 'newcomer' as null. */
export function reasonOf({
  action,
  automatic,
  reason_code,
}: {
  action: DecisionAction
  automatic: boolean
  reason_code: ReasonCode | null
}): DecisionReason | null {
  if (automatic && reason_code === 'other') return 'filter'
  return automatic && action === 'held' ? (reason_code ?? 'newcomer') : reason_code
}
