import { timingSafeEqual } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'

/** Distinguishes an expired staff token from a guess at the password. */
export const ADMIN_TOKEN_PREFIX = 'wat_'

const ISSUER = 'watek'

export function signAccessToken(secret: string, sessionId: string, userId: number, expiresAt: Date): Promise<string> {
  return new SignJWT({ sid: sessionId })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(ISSUER)
    .setSubject(String(userId))
    .setIssuedAt()
    .setExpirationTime(Math.floor(expiresAt.getTime() / 1000))
    .sign(new TextEncoder().encode(secret))
}

export async function readAccessToken(secret: string, token: string, now: Date): Promise<string | null> {
  try {
    const { payload } = await jwtVerify(token, new TextEncoder().encode(secret), {
      algorithms: ['HS256'],
      issuer: ISSUER,
      currentDate: now,
    })
    return typeof payload.sid === 'string' ? payload.sid : null
  } catch {
    return null
  }
}

export function randomToken(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url')
}

export function hashToken(token: string): string {
  return new Bun.CryptoHasher('sha256').update(token).digest('hex')
}

export function constantTimeEqual(a: string, b: string): boolean {
  return timingSafeEqual(Buffer.from(hashToken(a)), Buffer.from(hashToken(b)))
}

/** Stored with each staff token, which is valid only while the admin password and the secret stay the same. */
export function staffPasswordKey({
  sessionSecret,
  adminPassword,
}: {
  sessionSecret: string
  adminPassword: string
}): string {
  return new Bun.CryptoHasher('sha256', sessionSecret).update(adminPassword).digest('hex')
}
