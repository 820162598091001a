import { LIFETIME } from '#shared/limits.ts'
import { TOKEN_SCOPES, type Scope } from '#shared/api/scopes.ts'
import type { BaseCtx, Services } from '#server/context.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { hashToken, randomToken } from '../auth/tokens.ts'
import { audiences, EXPIRES_IN, signOauthToken, subjectOf } from './access-tokens.ts'
import { deleteStolenSession } from './ending.ts'
import { OauthError } from './errors.ts'
import { signIdToken } from './id-tokens.ts'
import { POLL_SECONDS } from './device.ts'
import {
  deleteDevice,
  insertSession,
  lockByCode,
  lockByRefreshFamily,
  lockDevice,
  recordPoll,
  updateSession,
  upsertGrant,
  upsertOwnSession,
  type OauthSession,
  type StoredApplication,
} from './queries.ts'
import { answersChallenge, resourceOf, scopesOf, single } from './rules.ts'

type TokenAnswer = {
  access_token: string
  token_type: 'Bearer'
  expires_in: number
  scope: string
  refresh_token?: string
  id_token?: string
}

type Asking = { ctx: BaseCtx; services: Services; application: StoredApplication; params: URLSearchParams }

const REFRESH_PREFIX = 'wrt_'

/** All refresh tokens of a session have the same first part, the family; their second part is random. */
const newFamily = () => REFRESH_PREFIX + randomToken()
const newRefreshToken = (family: string) => `${family}.${randomToken()}`
export const familyOf = (token: string): string | null => /^(wrt_[\w-]{43})\.[\w-]{43}$/.exec(token)?.[1] ?? null

const later = (now: Date, ms: number): Date => new Date(now.getTime() + ms)

async function issueTokens(
  tx: DbOrTx,
  { ctx, services }: Pick<Asking, 'ctx' | 'services'>,
  session: OauthSession,
  { family, scopes, isFirst }: { family: string | null; scopes: Scope[]; isFirst: boolean },
): Promise<TokenAnswer> {
  const now = ctx.now()
  const refresh = session.scopes.includes('offline_access') ? newRefreshToken(family ?? newFamily()) : null
  await updateSession(tx, session.id, {
    expires_at: later(now, refresh === null ? LIFETIME.oauthAccessToken : LIFETIME.refreshToken),
    ...(refresh !== null && { refresh_family: hashToken(familyOf(refresh)!), refresh_hash: hashToken(refresh) }),
  })
  const access_token = await signOauthToken(services, {
    session_id: session.id,
    subject: subjectOf(session.user_id),
    client_id: session.client_id,
    scopes,
    audience: session.resource,
  })
  const nonce = isFirst ? session.nonce : null
  return {
    access_token,
    token_type: 'Bearer',
    expires_in: EXPIRES_IN,
    scope: scopes.join(' '),
    ...(refresh !== null && { refresh_token: refresh }),
    ...(scopes.includes('openid') && {
      id_token: await signIdToken(services, session, { accessToken: access_token, nonce }),
    }),
  }
}

/** Commits even if the request is refused, so that deleting the session of a reused token is not rolled back. */
async function committed<T>({ ctx }: Asking, run: (tx: DbOrTx) => Promise<T | OauthError>): Promise<T> {
  const answer = await ctx.db.transaction(run)
  if (answer instanceof OauthError) throw answer
  return answer
}

const badCode = () => new OauthError('invalid_grant', 'The code is unknown, used, expired or of another request')

function exchangeCode(asking: Asking): Promise<TokenAnswer> {
  const { ctx, application, params } = asking
  const code = single(params, 'code')
  const redirect_uri = single(params, 'redirect_uri')
  const verifier = single(params, 'code_verifier')
  const resource = resourceOf(single(params, 'resource'), audiences(ctx.config))
  if (code === null) throw new OauthError('invalid_request', 'code is missing')
  if (verifier === null) throw new OauthError('invalid_request', 'code_verifier is missing')
  return committed(asking, async (tx) => {
    const session = await lockByCode(tx, hashToken(code))
    if (!session || session.client_id !== application.client_id) return badCode()
    if (session.code_used_at !== null) {
      await deleteStolenSession(tx, session.id, session.grant_id)
      return badCode()
    }
    const isRight =
      session.redirect_uri === redirect_uri &&
      answersChallenge(verifier, session.code_challenge ?? '') &&
      ctx.now() < session.code_expires_at!
    if (!isRight) return badCode()
    if (resource !== null && session.resource !== null && resource !== session.resource)
      return new OauthError('invalid_target', 'resource is not that of the code')
    const used = { code_used_at: ctx.now(), resource: session.resource ?? resource }
    await updateSession(tx, session.id, used)
    const { scopes } = session
    return issueTokens(tx, asking, { ...session, ...used }, { family: null, scopes, isFirst: true })
  })
}

const badRefresh = () => new OauthError('invalid_grant', 'The refresh token is unknown, used or expired')

/** A refresh token is valid once; a reused one must have been stolen, so it ends the session. */
function refresh(asking: Asking): Promise<TokenAnswer> {
  const { ctx, application, params } = asking
  const token = single(params, 'refresh_token')
  if (token === null) throw new OauthError('invalid_request', 'refresh_token is missing')
  const narrower = single(params, 'scope')
  const resource = resourceOf(single(params, 'resource'), audiences(ctx.config))
  const family = familyOf(token)
  if (family === null) throw badRefresh()
  return committed(asking, async (tx) => {
    const session = await lockByRefreshFamily(tx, hashToken(family))
    if (!session || session.client_id !== application.client_id || session.expires_at <= ctx.now()) return badRefresh()
    if (session.refresh_hash !== hashToken(token)) {
      await deleteStolenSession(tx, session.id, session.grant_id)
      return badRefresh()
    }
    if (resource !== null && resource !== session.resource && session.resource !== null)
      return new OauthError('invalid_target', 'resource is not that of the sign-in')
    const scopes = narrower === null ? session.scopes : scopesOf(narrower, session)
    return issueTokens(tx, asking, session, { family, scopes, isFirst: false })
  })
}

async function asItself(asking: Asking): Promise<TokenAnswer> {
  const { ctx, services, application, params } = asking
  if (application.kind !== 'confidential' || application.user_id === null || !application.acts_as_owner)
    throw new OauthError(
      'unauthorized_client',
      'Only a confidential application calls for itself, until its owner has a new password',
    )
  const allowed = application.scopes.filter((scope) => TOKEN_SCOPES.includes(scope))
  const scopes = scopesOf(single(params, 'scope') ?? allowed.join(' '), { scopes: allowed })
  const resource = resourceOf(single(params, 'resource'), audiences(ctx.config))
  const now = ctx.now()
  const session_id = await upsertOwnSession(ctx.db, {
    id: crypto.randomUUID(),
    user_id: application.user_id,
    client_id: application.client_id,
    scopes: allowed,
    created_at: now,
    expires_at: later(now, LIFETIME.oauthAccessToken),
  })
  const { client_id } = application
  const access_token = await signOauthToken(services, {
    session_id,
    subject: client_id,
    client_id,
    scopes,
    audience: resource,
  })
  return { access_token, token_type: 'Bearer', expires_in: EXPIRES_IN, scope: scopes.join(' ') }
}

const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code'

/** Throws an error until the member has decided. */
function pollDevice(asking: Asking): Promise<TokenAnswer> {
  const { ctx, application, params } = asking
  const code = single(params, 'device_code')
  if (code === null) throw new OauthError('invalid_request', 'device_code is missing')
  return committed(asking, async (tx) => {
    const device = await lockDevice(tx, hashToken(code))
    const now = ctx.now()
    if (!device || device.client_id !== application.client_id)
      return new OauthError('invalid_grant', 'The device code is unknown or used')
    if (device.expires_at <= now) return new OauthError('expired_token', 'Nobody typed the code in time')
    if (device.decision === null || device.user_id === null) {
      await recordPoll(tx, device.id, now)
      const isTooSoon = device.polled_at !== null && now.getTime() - device.polled_at.getTime() < POLL_SECONDS * 1_000
      return isTooSoon
        ? new OauthError('slow_down', `Ask every ${POLL_SECONDS} seconds`)
        : new OauthError('authorization_pending', 'The member has not decided yet')
    }
    await deleteDevice(tx, device.id)
    if (device.decision === 'deny') return new OauthError('access_denied', 'The member denied it')
    const { user_id, client_id, scopes, resource, auth_time } = device
    const grant_id = await upsertGrant(tx, { user_id, client_id, scopes, now })
    const session = { id: crypto.randomUUID(), user_id, client_id, grant_id, scopes, resource, auth_time }
    const row = await insertSession(tx, { ...session, created_at: now, expires_at: now })
    return issueTokens(tx, asking, row, { family: null, scopes, isFirst: true })
  })
}

const BY_GRANT_TYPE: Record<string, (asking: Asking) => Promise<TokenAnswer>> = {
  authorization_code: exchangeCode,
  refresh_token: refresh,
  client_credentials: asItself,
  [DEVICE_GRANT]: pollDevice,
}

export const GRANT_TYPES = Object.keys(BY_GRANT_TYPE)

export async function answerTokenRequest(asking: Asking): Promise<TokenAnswer> {
  const type = single(asking.params, 'grant_type')
  if (type === null) throw new OauthError('invalid_request', 'grant_type is missing')
  const grant = Object.hasOwn(BY_GRANT_TYPE, type) ? BY_GRANT_TYPE[type]! : null
  if (!grant) throw new OauthError('unsupported_grant_type', 'grant_type is not supported')
  return grant(asking)
}
