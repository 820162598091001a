import { timingSafeEqual } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import { LRUCache } from 'lru-cache'

/** The prefix of staff tokens. It distinguishes an expired staff token from a wrong guess at the admin password. */
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

/**
 * Caches verified access tokens, by token and secret. Forged tokens are not stored, so they cannot push valid tokens
 * out of the cache.
 */
const verified = new LRUCache<string, { sessionId: string; expiresAt: number }>({ max: 20_000 })

/**
 * Returns the id of the login session in an access token. The token's signature is verified once and then cached.
 * Callers check that the login session still exists.
 */
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

/**
 * Derives a key that is stored with each staff token. The key depends on the admin password and SESSION_SECRET, so that
 * changing one of them makes all staff tokens invalid.
 */
export function staffPasswordKey({
  sessionSecret,
  adminPassword,
}: {
  sessionSecret: string
  adminPassword: string
}): string {
  return new Bun.CryptoHasher('sha256', sessionSecret).update(adminPassword).digest('hex')
}
