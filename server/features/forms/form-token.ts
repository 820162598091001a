import { timingSafeEqual } from 'node:crypto'
import { LIFETIME } from '#shared/limits.ts'

/** Tolerated difference between the clocks of several servers, in milliseconds. */
const CLOCK_SKEW_MS = 60_000

/** Returns the CSRF token of a page's forms; `holder` is the id of a login session or of a visitor's cookie. */
export function formToken(secret: string, holder: string, now: Date): string {
  const madeAt = now.getTime().toString(36)
  return `${madeAt}.${signature(secret, holder, madeAt)}`
}

/** Returns when the page of the form was rendered; null if the CSRF token is forged, too old or of another holder. */
export function readFormToken(secret: string, holder: string, token: string, now: Date): Date | null {
  const [madeAt = '', signed = ''] = token.split('.')
  const expected = signature(secret, holder, madeAt)
  if (signed.length !== expected.length || !timingSafeEqual(Buffer.from(signed), Buffer.from(expected))) return null
  const age = now.getTime() - Number.parseInt(madeAt, 36)
  return age > -CLOCK_SKEW_MS && age <= LIFETIME.form ? new Date(now.getTime() - Math.max(0, age)) : null
}

function signature(secret: string, holder: string, madeAt: string): string {
  return new Bun.CryptoHasher('sha256', secret).update(`form ${holder} ${madeAt}`).digest('base64url').slice(0, 22)
}
