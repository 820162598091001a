import { CallError } from '#shared/api/errors.ts'
import type { QueueItem } from '#shared/api/queue.ts'

type Claim = Pick<QueueItem, 'claimed_by' | 'claimed_until'>
type ClaimedBody = { by?: QueueItem['claimed_by']; until?: string }

/** Returns null unless somebody else has claimed or decided the case. */
export function refusalOf(error: unknown): { code: 'claimed'; claim: Claim } | { code: 'decided' } | null {
  if (!(error instanceof CallError)) return null
  if (error.code === 'decided') return { code: 'decided' }
  if (error.code !== 'claimed') return null
  const { by = null, until = null } = error.body as ClaimedBody
  return { code: 'claimed', claim: { claimed_by: by, claimed_until: until } }
}
