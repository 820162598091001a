import { timingSafeEqual } from 'node:crypto'
import { LIFETIME } from '#shared/limits.ts'

/** Clocks of several servers may differ by this many ms. */
const CLOCK_SKEW_MS = 60_000

/**
 * The token in the forms of a page: when they were made, and a signature over that and its holder. `holder` is the id
 * of a session, or of the cookie of a visitor.
 */
export function formToken(secret: string, holder: string, now: Date): string {
  const madeAt = now.getTime().toString(36)
  return `${madeAt}.${signature(secret, holder, madeAt)}`
}

/** When the forms were made; null for a token of another holder, a forged and an old one. */
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
