import * as v from 'valibot'
import { ApiError } from '#shared/api/errors.ts'
import { email } from '#shared/api/fields.ts'
import { isUsername } from '#shared/rules/username.ts'
import type { Suspension } from '#server/context.ts'

/** Nobody may register the bot's name, not even before the bot has an account. */
export function isNameOfBot(name: string, botUsername: string): boolean {
  return name.toLowerCase() === botUsername.toLowerCase()
}

export const toMinute = (time: Date): Date => new Date(Math.floor(time.getTime() / 60_000) * 60_000)

export function mayBeLoginName(name: string): boolean {
  return name.includes('@') ? v.is(email, name) : isUsername(name)
}

/** The suspension that is in force; null without one. */
export function suspensionOf(
  { suspension_id, suspended_until }: { suspension_id: number | null; suspended_until: Date | null },
  now: Date,
): Suspension | null {
  const isSuspended = suspension_id !== null && (suspended_until === null || suspended_until > now)
  return isSuspended ? { decision_id: suspension_id, until: suspended_until } : null
}

/** Throws `suspended` with its end. */
export function refuseSuspended(suspension: Suspension | null): void {
  if (suspension)
    throw new ApiError('suspended', {
      extra: { until: suspension.until?.toISOString() ?? null, decision_id: suspension.decision_id },
    })
}
