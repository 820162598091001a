import { timingSafeEqual } from 'node:crypto'
import { LIFETIME } from '#shared/limits.ts'
import type { BaseCtx, Viewer } from '#server/context.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { hashToken, randomToken } from '../auth/tokens.ts'
import { audiences, issuerOf, subjectOf } from './access-tokens.ts'
import { OauthError } from './errors.ts'
import { subjectOfHint } from './id-tokens.ts'
import { requestApplicationMail } from './mails.ts'
import {
  findApplication,
  findGrant,
  findSignInTime,
  insertSession,
  upsertGrant,
  type StoredApplication,
} from './queries.ts'
import {
  isClientId,
  isSurelyItself,
  readRequest,
  targetOf,
  withParams,
  type AuthorizationRequest,
  type RequestTarget,
} from './rules.ts'

type Problem = 'client' | 'redirect_uri' | 'request'

type ReadRequest =
  | { problem: Problem }
  | { error: OauthError; target: RequestTarget }
  | { application: StoredApplication; request: AuthorizationRequest; params: URLSearchParams }

/**
 * A `problem` is shown only to the member, because the redirect URI is not trusted; an `error` is sent to the
 * application.
 */
export async function readAuthorization(
  { db, config }: Pick<BaseCtx, 'db' | 'config'>,
  query: string,
): Promise<ReadRequest> {
  const params = new URLSearchParams(query)
  const [clientId, ...others] = params.getAll('client_id')
  const isId = clientId !== undefined && others.length === 0 && isClientId(clientId)
  const application = isId ? await findApplication(db, clientId) : null
  if (!application) return { problem: 'client' }
  const target = targetOf(params, application)
  if (!target) return { problem: 'redirect_uri' }
  try {
    return { application, request: readRequest(params, application, audiences(config)), params }
  } catch (error) {
    if (error instanceof OauthError) return { error, target }
    throw error
  }
}

/** Returns null for an application's session, which has scopes. */
export const memberOf = ({ viewer }: Pick<BaseCtx, 'viewer'>): Viewer | null =>
  viewer && viewer.scopes === null ? viewer : null

/** The query parameter with the time at which the member was asked to sign in again. */
export const ASKED_AT = 'asked_at'

const signed = (secret: string, clientId: string, at: string) =>
  new Bun.CryptoHasher('sha256', secret).update(`oauth sign in ${clientId} ${at}`).digest('base64url').slice(0, 22)

export function askedAt(secret: string, clientId: string, now: Date): string {
  const at = now.getTime().toString(36)
  return `${at}.${signed(secret, clientId, at)}`
}

function readAskedAt(secret: string, clientId: string, text: string | null, now: Date): Date | null {
  const [at = '', signature = ''] = text?.split('.') ?? []
  const expected = signed(secret, clientId, at)
  if (signature.length !== expected.length || !timingSafeEqual(Buffer.from(signature), Buffer.from(expected)))
    return null
  const asked = new Date(Number.parseInt(at, 36))
  return now.getTime() - asked.getTime() <= LIFETIME.signInAgain ? asked : null
}

/** 'ask_again' repeats the request with a signed time; the member must sign in after that time. */
type Step =
  | { step: 'allowed' | 'consent' | 'sign_in'; signed_in_at: Date }
  | { step: 'signed_out' }
  | { step: 'ask_again' }

type Known = Extract<ReadRequest, { application: StoredApplication }>

/** Throws `OauthError` if a page is needed and the application asked for none (`prompt=none`). */
export async function nextStep(ctx: BaseCtx, { application, request, params }: Known): Promise<Step> {
  const silent = request.prompts.includes('none')
  const member = memberOf(ctx)
  const now = ctx.now()
  const { sessionSecret } = ctx.config
  const wantsAgain =
    request.prompts.includes('login') || request.prompts.includes('select_account') || request.max_age === 0
  const asked = readAskedAt(sessionSecret, application.client_id, params.get(ASKED_AT), now)
  if (!silent && wantsAgain && !asked) return { step: 'ask_again' }
  const signedInAt = member && (await findSignInTime(ctx.db, member.session_id))
  const isOther = member && request.id_token_hint !== null && (await isOfOther(ctx, request.id_token_hint, member))
  if (!member || !signedInAt || (silent && isOther)) {
    if (silent) throw new OauthError('login_required', 'The member is not signed in')
    return { step: 'signed_out' }
  }
  const isTooOld =
    request.max_age !== null && request.max_age > 0 && now.getTime() - signedInAt.getTime() > request.max_age * 1_000
  if (silent && (isTooOld || request.max_age === 0))
    throw new OauthError('login_required', 'The member signed in too long ago')
  if (isTooOld || isOther || (wantsAgain && signedInAt < asked!)) return { step: 'sign_in', signed_in_at: signedInAt }
  if (await needsConsent(ctx.db, member, { application, request })) {
    if (silent) throw new OauthError('consent_required', 'The member has not allowed this')
    return { step: 'consent', signed_in_at: signedInAt }
  }
  return { step: 'allowed', signed_in_at: signedInAt }
}

async function isOfOther(ctx: BaseCtx, hint: string, member: Viewer): Promise<boolean> {
  const subject = await subjectOfHint(ctx, hint)
  if (subject === null) throw new OauthError('invalid_request', 'id_token_hint is not of this server')
  return subject !== subjectOf(member.id)
}

async function needsConsent(
  db: DbOrTx,
  member: Viewer,
  { application, request }: Pick<Known, 'application' | 'request'>,
): Promise<boolean> {
  if (request.prompts.includes('consent') || !isSurelyItself(application, request.redirect_uri)) return true
  const grant = await findGrant(db, member.id, application.client_id)
  return grant === null || request.scopes.some((scope) => !grant.scopes.includes(scope))
}

/** The code is valid once and for one minute. */
export async function allow(
  ctx: BaseCtx,
  member: Viewer,
  { request }: Pick<Known, 'request'>,
  signedInAt: Date,
): Promise<string> {
  const code = randomToken()
  const now = ctx.now()
  const { client_id, redirect_uri, scopes, nonce, resource, code_challenge, state } = request
  await ctx.db.transaction(async (tx) => {
    const isFirst = (await findGrant(tx, member.id, client_id)) === null
    if (isFirst) await requestApplicationMail(tx, ctx, member.id, 'application_allowed')
    const grant_id = await upsertGrant(tx, { user_id: member.id, client_id, scopes, now })
    const code_expires_at = new Date(now.getTime() + LIFETIME.authorizationCode)
    await insertSession(tx, {
      id: crypto.randomUUID(),
      user_id: member.id,
      client_id,
      grant_id,
      scopes,
      nonce,
      resource,
      redirect_uri,
      code_challenge,
      code_hash: hashToken(code),
      code_expires_at,
      auth_time: signedInAt,
      created_at: now,
      expires_at: code_expires_at,
    })
  })
  return withParams(redirect_uri, { code, state, iss: issuerOf(ctx.config) })
}

export const refusedUrl = (
  { config }: Pick<BaseCtx, 'config'>,
  { code, description }: OauthError,
  { redirect_uri, state }: RequestTarget,
): string => withParams(redirect_uri, { error: code, error_description: description, state, iss: issuerOf(config) })
