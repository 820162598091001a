import { timingSafeEqual } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import { LRUCache } from 'lru-cache'

/** The prefix of staff tokens distinguishes an expired token from a wrong guess at the admin password. */
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

/** Verified access tokens; forged ones are not stored, so that they push no valid token out of the cache. */
const verified = new LRUCache<string, { sessionId: string; expiresAt: number }>({ max: 20_000 })

/** Returns the session id in an access token, even of a session that has ended. */
export async function readAccessToken(secret: string, token: string, now: Date): Promise<string | null> {
  const key = `${token} ${secret}`
  const known = verified.get(key)
  if (known && now.getTime() < known.expiresAt) return known.sessionId
  try {
    const { payload } = await jwtVerify(token, new TextEncoder().encode(secret), {
      algorithms: ['HS256'],
      issuer: ISSUER,
      currentDate: now,
    })
    const { sid, exp } = payload
    if (typeof sid !== 'string') return null
    if (exp !== undefined) verified.set(key, { sessionId: sid, expiresAt: exp * 1_000 })
    return sid
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

/** Derives a key stored with staff tokens, so that a new admin password or SESSION_SECRET makes them invalid. */
export function staffPasswordKey({
  sessionSecret,
  adminPassword,
}: {
  sessionSecret: string
  adminPassword: string
}): string {
  return new Bun.CryptoHasher('sha256', sessionSecret).update(adminPassword).digest('hex')
}
