import { timingSafeEqual } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'

/** What an admin_token begins with, so that an expired one is not counted as a guess at the password. */
export const ADMIN_TOKEN_PREFIX = 'wat_'

const ISSUER = 'watek'

/** A signed access token that names a session; expires with it. */
export function signAccessToken(secret: string, sessionId: string, userId: number, expiresAt: Date): Promise<string> {
  return new SignJWT({ sid: sessionId })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(ISSUER)
    .setSubject(String(userId))
    .setIssuedAt()
    .setExpirationTime(Math.floor(expiresAt.getTime() / 1000))
    .sign(new TextEncoder().encode(secret))
}

/** The session that a token names, or null for a forged or expired one. */
export async function readAccessToken(secret: string, token: string, now: Date): Promise<string | null> {
  try {
    const { payload } = await jwtVerify(token, new TextEncoder().encode(secret), { algorithms: ['HS256'], issuer: ISSUER, currentDate: now })
    return typeof payload.sid === 'string' ? payload.sid : null
  } catch {
    return null
  }
}

/** 256 random bits, for links and credentials. */
export function randomToken(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url')
}

/** What is kept of a random token. */
export function hashToken(token: string): string {
  return new Bun.CryptoHasher('sha256').update(token).digest('hex')
}

/** Compares two texts in a time that tells nothing of where they differ. */
export function sameText(a: string, b: string): boolean {
  return timingSafeEqual(Buffer.from(hashToken(a)), Buffer.from(hashToken(b)))
}
