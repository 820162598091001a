import { ApiError } from '#shared/api/errors.ts'
import { LIFETIME } from '#shared/limits.ts'
import { APPEALABLE, type DecisionAction } from '#shared/rules/moderation.ts'
import type { DecidingStaff } from '../decisions/decide.ts'
import type { appeal } from './table.ts'

export function asAppeal({ id, status, text, answer, created_at, decided_at }: typeof appeal.$inferSelect) {
  return { id, status, text, answer, created_at, decided_at }
}

type Appealed = { action: DecisionAction; created_at: Date; is_taken_back: boolean; appeal_id: number | null }

export function requireAppealable({ action, created_at, is_taken_back, appeal_id }: Appealed, now: Date): void {
  if (appeal_id !== null) throw new ApiError('already_appealed')
  const isInTime = now.getTime() - created_at.getTime() <= LIFETIME.appeal
  if (!APPEALABLE.has(action) || is_taken_back || !isInTime) throw new ApiError('not_appealable')
}

/**
 * Whether the decider took the contested decision or is the member concerned. All logins without an account count as
 * one person, since they share the admin credential.
 */
export function isOwnCase(
  decision: { by_id: number | null; by_admin: boolean; automatic: boolean; user_id: number | null },
  { id, isAdmin }: DecidingStaff,
): boolean {
  if (id !== null && id === decision.user_id) return true
  return !decision.automatic && decision.by_id === id && (id !== null || decision.by_admin === isAdmin)
}
