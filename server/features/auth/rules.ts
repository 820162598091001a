import * as v from 'valibot'
import { ApiError, invalidField } from '#shared/api/errors.ts'
import { email } from '#shared/api/fields.ts'
import { isUsername } from '#shared/rules/username.ts'
import type { Lang } from '#shared/i18n/plural.ts'
import type { Services, Suspension } from '#server/context.ts'

const isWithin = (host: string, domains: readonly string[]) =>
  domains.some((domain) => host === domain || host.endsWith(`.${domain}`))

export function requireMailDomain(settings: Services['settings'], email: string): void {
  const host = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  const allowed = settings.value('allowed_mail_domains')
  if (isWithin(host, settings.value('blocked_mail_domains')) || (allowed.length > 0 && !isWithin(host, allowed)))
    throw invalidField('email', 'mail_domain')
}

/** Returns the approval question in the other language if it is missing in the given one; '' if there is none. */
export const approvalQuestion = (settings: Services['settings'], lang: Lang): string => {
  const [pl, en] = [settings.value('approval_question_pl'), settings.value('approval_question_en')]
  return lang === 'en' ? en || pl : pl || en
}

/** The bot's user name is reserved even before the bot has an account. */
export function isNameOfBot(name: string, botUsername: string): boolean {
  return name.toLowerCase() === botUsername.toLowerCase()
}

export const toMinute = (time: Date): Date => new Date(Math.floor(time.getTime() / 60_000) * 60_000)

export function mayBeLoginName(name: string): boolean {
  return name.includes('@') ? v.is(email, name) : isUsername(name)
}

export function suspensionOf(
  { suspension_id, suspended_until }: { suspension_id: number | null; suspended_until: Date | null },
  now: Date,
): Suspension | null {
  const isSuspended = suspension_id !== null && (suspended_until === null || suspended_until > now)
  return isSuspended ? { decision_id: suspension_id, until: suspended_until } : null
}

export function refuseSuspended(suspension: Suspension | null): void {
  if (suspension)
    throw new ApiError('suspended', {
      extra: { until: suspension.until?.toISOString() ?? null, decision_id: suspension.decision_id },
    })
}
