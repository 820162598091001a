import { jwtVerify, SignJWT } from 'jose'
import type { Scope } from '#shared/api/scopes.ts'
import { paths } from '#shared/paths.ts'
import type { BaseCtx, Services } from '#server/context.ts'
import { EXPIRES_IN, issuerOf, subjectOf } from './access-tokens.ts'
import { ALGORITHM, signingKey, verifyingKey } from './keys.ts'
import type { OauthSession } from './queries.ts'

/** The format of `at_hash` in OpenID Connect: the left half of a hash. */
const halfHash = (token: string): string =>
  new Bun.CryptoHasher('sha256').update(token).digest().subarray(0, 16).toString('base64url')

/** Only the first ID token of a session contains a `nonce`. */
export async function signIdToken(
  services: Services,
  session: Pick<OauthSession, 'user_id' | 'client_id' | 'auth_time'>,
  { accessToken, nonce }: { accessToken: string; nonce: string | null },
): Promise<string> {
  const { kid, key } = await signingKey(services)
  const at = Math.floor(services.now().getTime() / 1_000)
  return new SignJWT({
    at_hash: halfHash(accessToken),
    ...(session.auth_time && { auth_time: Math.floor(session.auth_time.getTime() / 1_000) }),
    ...(nonce !== null && { nonce }),
  })
    .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT', kid })
    .setIssuer(issuerOf(services.config))
    .setSubject(subjectOf(session.user_id))
    .setAudience(session.client_id)
    .setIssuedAt(at)
    .setExpirationTime(at + EXPIRES_IN)
    .sign(key)
}

/** Accepts expired ID tokens of this forum; returns null for any other token. */
export async function subjectOfHint(
  { db, config }: Pick<BaseCtx, 'db' | 'config'>,
  hint: string,
): Promise<string | null> {
  try {
    const { payload } = await jwtVerify(
      hint,
      async ({ kid }) => (kid === undefined ? null : await verifyingKey(db, kid)) ?? new Uint8Array(),
      { algorithms: [ALGORITHM], typ: 'JWT', issuer: issuerOf(config), currentDate: new Date(0) },
    )
    return payload.sub ?? null
  } catch {
    return null
  }
}

type Member = { id: number; username: string; email: string | null; email_verified: boolean; avatar_url: string | null }

export function claimsOf(member: Member, scopes: readonly Scope[], config: BaseCtx['config']): Record<string, unknown> {
  const origin = issuerOf(config)
  return {
    sub: subjectOf(member.id),
    ...(scopes.includes('profile') && {
      name: member.username,
      preferred_username: member.username,
      profile: origin + paths.user(member.username),
      ...(member.avatar_url !== null && { picture: new URL(member.avatar_url, origin).href }),
    }),
    ...(scopes.includes('email') &&
      member.email !== null && { email: member.email, email_verified: member.email_verified }),
  }
}
