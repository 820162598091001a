import type { Services } from '#server/context.ts'
import { hashToken } from '../auth/tokens.ts'
import { issuerOf, readOauthToken, subjectOf, type OauthToken } from './access-tokens.ts'
import { deleteSession } from './ending.ts'
import { OauthError } from './errors.ts'
import { findByRefreshFamily, findSessionAccount, type OauthSession, type StoredApplication } from './queries.ts'
import { single } from './rules.ts'
import { familyOf } from './token-endpoint.ts'

type Known = { of: 'access'; token: OauthToken } | { of: 'refresh'; session: OauthSession; is_current: boolean }

/** Returns null for a token of another application and for any other text. */
async function findToken(services: Services, { client_id }: StoredApplication, text: string): Promise<Known | null> {
  const family = familyOf(text)
  if (family !== null) {
    const session = await findByRefreshFamily(services.db, hashToken(family))
    if (session?.client_id !== client_id) return null
    return { of: 'refresh', session, is_current: session.refresh_hash === hashToken(text) }
  }
  const token = await readOauthToken(services, text, services.now())
  return token?.client_id === client_id ? { of: 'access', token } : null
}

function tokenIn(params: URLSearchParams): string {
  const text = single(params, 'token')
  if (text === null) throw new OauthError('invalid_request', 'token is missing')
  return text
}

/** Deletes the session of the token, which also revokes the session's other tokens. */
export async function revoke(
  services: Services,
  application: StoredApplication,
  params: URLSearchParams,
): Promise<void> {
  const known = await findToken(services, application, tokenIn(params))
  if (!known) return
  const id = known.of === 'refresh' ? known.session.id : known.token.session_id
  await services.db.transaction((tx) => deleteSession(tx, id))
}

/** Introspects an application's own tokens (RFC 7662). */
export async function introspect(services: Services, application: StoredApplication, params: URLSearchParams) {
  const known = await findToken(services, application, tokenIn(params))
  const id = known?.of === 'refresh' ? known.session.id : known?.token.session_id
  const account = id === undefined ? null : await findSessionAccount(services.db, id, services.now())
  if (!known || !account || (known.of === 'refresh' && !known.is_current)) return { active: false }
  const { client_id } = application
  const common = {
    active: true,
    client_id,
    username: account.username,
    sub: account.grant_id === null ? client_id : subjectOf(account.id),
    iss: issuerOf(services.config),
  }
  const seconds = (time: Date) => Math.floor(time.getTime() / 1_000)
  if (known.of === 'refresh')
    return { ...common, scope: known.session.scopes.join(' '), exp: seconds(known.session.expires_at) }
  const { scopes, audience, issued_at, expires_at } = known.token
  return {
    ...common,
    scope: scopes.join(' '),
    token_type: 'Bearer',
    aud: audience,
    iat: issued_at,
    exp: seconds(expires_at),
  }
}
