import { Secret, TOTP } from 'otpauth'
import { renderSVG } from 'uqr'

const PERIOD_SECONDS = 30
const ALGORITHM = { algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS } as const

export function newSecret(): string {
  return new Secret({ size: 20 }).base32
}

export function setupOf(secret: string, { siteName, username }: { siteName: string; username: string }) {
  const otpauth_url = new TOTP({ ...ALGORITHM, issuer: siteName, label: username, secret }).toString()
  return { secret, otpauth_url, qr_svg: renderSVG(otpauth_url, { border: 2, ecc: 'M' }) }
}

/** Returns the time step of a code: the present, previous or next step; null if the code is wrong in all three. */
export function timeStepOf(secret: string, code: string, now: Date): number | null {
  const delta = new TOTP({ ...ALGORITHM, secret }).validate({ token: code, timestamp: now.getTime(), window: 1 })
  return delta === null ? null : Math.floor(now.getTime() / 1000 / PERIOD_SECONDS) + delta
}
