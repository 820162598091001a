import { TOTP } from 'otpauth'
import type { TestApp } from '#server/test/app.ts'
import { createMember } from '../../auth/testing/member.ts'

export const PERIOD_MS = 30_000

/** Returns the code that the authenticator app shows, `periods` of 30 seconds from now. */
export function codeOf(t: TestApp, secret: string, periods = 0): string {
  return new TOTP({ secret }).generate({ timestamp: t.clock.now().getTime() + periods * PERIOD_MS })
}

/** Moves the clock to a later period, because the server does not accept a code twice. */
export function passPeriods(t: TestApp, periods = 2): void {
  const at = t.clock.now().getTime() + periods * PERIOD_MS
  t.clock.now = () => new Date(at)
}

/** Creates a member with two-step login and moves the clock past the period of the code that confirmed it. */
export async function createMemberWithTotp(t: TestApp, columns: Parameters<typeof createMember>[1] = {}) {
  const member = await createMember(t, columns)
  const api = await t.as(member)
  const { secret } = await api.factors.startTotp({ password: 'Haslo1234' })
  const { recovery_codes } = await api.factors.confirmTotp({ code: codeOf(t, secret) })
  passPeriods(t)
  return { ...member, api, secret, recovery_codes }
}

export async function challengeOf(login: Promise<unknown>): Promise<string> {
  const error = await login.then(
    () => {
      throw new Error('No second factor was asked for')
    },
    (refusal: { code: string; body: { challenge?: string } }) => refusal,
  )
  if (error.code !== 'second_factor') throw error
  return error.body.challenge!
}
