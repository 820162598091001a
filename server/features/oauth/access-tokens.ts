import { decodeProtectedHeader, jwtVerify, SignJWT } from 'jose'
import { LRUCache } from 'lru-cache'
import { SCOPES, type Scope } from '#shared/api/scopes.ts'
import { LIFETIME } from '#shared/limits.ts'
import type { Config } from '#server/config.ts'
import type { Services } from '#server/context.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { originOf } from '#server/http/variant.ts'
import { ALGORITHM, signingKey, verifyingKey } from './keys.ts'

/** The token type of RFC 9068; no other kind of token signed with this key has it. */
const TYPE = 'at+jwt'

export const EXPIRES_IN = LIFETIME.oauthAccessToken / 1_000

type Origins = Pick<Config, 'publicUrl' | 'adultHost'>

export const issuerOf = (config: Origins): string => originOf('normal', config)

export const audiences = (config: Origins): string[] =>
  [originOf('normal', config), originOf('adult', config)].flatMap((origin) => [origin, `${origin}/`, `${origin}/api`])

type Named = {
  session_id: string
  subject: string
  client_id: string
  scopes: readonly Scope[]
  audience: string | null
}

export const subjectOf = (userId: number): string => String(userId)

export async function signOauthToken(
  services: Services,
  { session_id, subject, client_id, scopes, audience }: Named,
): Promise<string> {
  const { kid, key } = await signingKey(services)
  const issuer = issuerOf(services.config)
  const at = Math.floor(services.now().getTime() / 1_000)
  return new SignJWT({ client_id, scope: scopes.join(' '), sid: session_id })
    .setProtectedHeader({ alg: ALGORITHM, typ: TYPE, kid })
    .setIssuer(issuer)
    .setAudience(audience ?? `${issuer}/api`)
    .setSubject(subject)
    .setJti(crypto.randomUUID())
    .setIssuedAt(at)
    .setExpirationTime(at + EXPIRES_IN)
    .sign(key)
}

export type OauthToken = {
  session_id: string
  client_id: string
  scopes: Scope[]
  audience: string
  issued_at: number
  expires_at: Date
}

/** Tokens with an invalid signature are not cached, so that forged tokens cannot evict valid ones. */
const verified = new LRUCache<string, OauthToken>({ max: 20_000 })

export function isOauthToken(token: string): boolean {
  try {
    const { alg, typ } = decodeProtectedHeader(token)
    return alg === ALGORITHM && typ === TYPE
  } catch {
    return false
  }
}

/** Verifies a token's signature once and caches its claims; callers must check that its session still exists. */
export async function readOauthToken(
  { db, config }: { db: DbOrTx; config: Origins },
  token: string,
  now: Date,
): Promise<OauthToken | null> {
  const issuer = issuerOf(config)
  const key = `${token} ${issuer}`
  const known = verified.get(key)
  if (known) return now < known.expires_at ? known : null
  try {
    const { payload } = await jwtVerify(
      token,
      async ({ kid }) => {
        const found = kid === undefined ? null : await verifyingKey(db, kid)
        if (!found) throw new Error('Unknown key')
        return found
      },
      { algorithms: [ALGORITHM], typ: TYPE, issuer, audience: audiences(config), currentDate: now },
    )
    const { sid, client_id, scope, aud, iat, exp } = payload
    if (typeof sid !== 'string' || typeof client_id !== 'string' || typeof scope !== 'string') return null
    if (exp === undefined || iat === undefined || typeof aud !== 'string') return null
    const names = scope.split(' ')
    const read = {
      session_id: sid,
      client_id,
      scopes: SCOPES.filter((one) => names.includes(one)),
      audience: aud,
      issued_at: iat,
      expires_at: new Date(exp * 1_000),
    }
    verified.set(key, read)
    return read
  } catch (error) {
    if (error instanceof Error && (error.message === 'Unknown key' || ('code' in error && isJoseCode(error.code))))
      return null
    throw error
  }
}

const isJoseCode = (code: unknown) => typeof code === 'string' && code.startsWith('ERR_J')
