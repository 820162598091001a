import { ApiError } from '#shared/api/errors.ts'
import type { HandlersOf } from '#shared/api/contract.ts'
import type { applications, grants, oauth } from '#shared/api/oauth.ts'
import { SCOPES, type Scope } from '#shared/api/scopes.ts'
import { LIMITS } from '#shared/limits.ts'
import { sourceOf } from '#shared/rules/redirect-uri.ts'
import type { BaseCtx, CtxByAccess, UserCtx } from '#server/context.ts'
import { hashToken, randomToken } from '../auth/tokens.ts'
import { lockOwner } from '../tokens/queries.ts'
import { allow, memberOf, nextStep, readAuthorization, refusedUrl } from './authorize.ts'
import { userCodeOf } from './device.ts'
import { ENDPOINTS } from './discovery.ts'
import { deleteApplication, deleteGrant } from './ending.ts'
import { OauthError } from './errors.ts'
import { requestApplicationMail } from './mails.ts'
import {
  decideDevice,
  findApplication,
  findDevice,
  findGrant,
  findOwnerName,
  findSignInTime,
  insertApplication,
  listApplications,
  listGrants,
  type StoredApplication,
} from './queries.ts'

const SECRET_PREFIX = 'wcs_'

export const newSecret = () => SECRET_PREFIX + randomToken()

export const applicationsHandlers: HandlersOf<typeof applications, CtxByAccess> = {
  list: async ({ db, viewer }) => ({ applications: await listApplications(db, viewer.id) }),

  create: (ctx, { name, url, redirect_uris, kind, scopes }) =>
    ctx.db.transaction(async (tx) => {
      const { viewer, now } = ctx
      await lockOwner(tx, viewer.id)
      if ((await listApplications(tx, viewer.id)).length >= LIMITS.applications)
        throw new ApiError('too_many_applications')
      const client_id = crypto.randomUUID()
      const client_secret = kind === 'confidential' ? newSecret() : null
      await insertApplication(tx, {
        client_id,
        user_id: viewer.id,
        name,
        url,
        kind,
        secret_hash: client_secret === null ? null : hashToken(client_secret),
        redirect_uris,
        scopes,
        created_at: now(),
      })
      if (client_secret !== null) await requestApplicationMail(tx, ctx, viewer.id, 'application_made')
      return { client_id, client_secret }
    }),

  remove: ({ db, viewer }, { client_id }) =>
    db.transaction(async (tx) => {
      if (!(await deleteApplication(tx, viewer.id, client_id))) throw new ApiError('not_found')
      return { success: true }
    }),
}

export const grantsHandlers: HandlersOf<typeof grants, CtxByAccess> = {
  async list({ db, viewer }) {
    const rows = await listGrants(db, viewer.id)
    return {
      grants: rows.map(({ client_id, name, url, ...grant }) => ({
        ...grant,
        scopes: SCOPES.filter((scope) => grant.scopes.includes(scope)),
        application: { client_id, name, url },
      })),
    }
  },

  remove: ({ db, viewer }, { grant_id }) =>
    db.transaction(async (tx) => {
      if (!(await deleteGrant(tx, viewer.id, grant_id))) throw new ApiError('not_found')
      return { success: true }
    }),
}

async function shown({ db }: Pick<BaseCtx, 'db'>, { name, url, user_id }: StoredApplication) {
  return { name, url, owner: user_id === null ? null : await findOwnerName(db, user_id) }
}

const OF_SIGN_IN = new Set<Scope>(['openid', 'profile', 'email', 'offline_access'])

/** An API scope covers `openid` and `profile`, because API responses reveal the member's id and name. */
const missingFrom = (scopes: readonly Scope[]): Scope[] => {
  const seesName = scopes.some((scope) => !OF_SIGN_IN.has(scope))
  return SCOPES.filter((scope) => !scopes.includes(scope) && !(seesName && (scope === 'openid' || scope === 'profile')))
}

/** Takes a rate limit, because a call could be an attempt to guess a device code. */
async function waitingDevice({ db, limiter, address, viewer, now }: UserCtx, typed: string) {
  await limiter.take('device_code', { address, user: viewer.id })
  return findDevice(db, userCodeOf(typed), now())
}

export const oauthHandlers: HandlersOf<typeof oauth, CtxByAccess> = {
  async request(ctx, { request: query }) {
    const read = await readAuthorization(ctx, query)
    if ('problem' in read) return { problem: read.problem, request: null }
    if ('error' in read) return { problem: 'request', request: null }
    const { step } = await nextStep(ctx, read).catch((error: unknown) => {
      if (error instanceof OauthError) return { step: 'consent' as const }
      throw error
    })
    const { scopes, redirect_uri } = read.request
    return {
      problem: null,
      request: {
        application: await shown(ctx, read.application),
        scopes,
        missing: missingFrom(scopes),
        step: step === 'sign_in' ? step : 'consent',
        returns_to: sourceOf(redirect_uri),
        path: `${ENDPOINTS.authorize}?${new URLSearchParams(query)}`,
      },
    }
  },

  async decide(ctx, { request: query, decision }) {
    const read = await readAuthorization(ctx, query)
    if ('problem' in read) throw new ApiError('bad_request')
    if ('error' in read) return { redirect_to: refusedUrl(ctx, read.error, read.target) }
    const member = memberOf(ctx)
    if (!member) throw new ApiError('not_signed_in')
    if (decision === 'deny') {
      const error = new OauthError('access_denied', 'The member denied it')
      return { redirect_to: refusedUrl(ctx, error, read.request) }
    }
    const request = { ...read.request, prompts: read.request.prompts.filter((prompt) => prompt !== 'none') }
    const step = await nextStep(ctx, { ...read, request })
    if (step.step !== 'consent' && step.step !== 'allowed') throw new ApiError('not_signed_in')
    return { redirect_to: await allow(ctx, member, read, step.signed_in_at) }
  },

  async device(ctx, { user_code }) {
    const device = await waitingDevice(ctx, user_code)
    const application = device && (await findApplication(ctx.db, device.client_id))
    if (!application) throw new ApiError('not_found')
    const { scopes } = device
    return { application: await shown(ctx, application), scopes, missing: missingFrom(scopes) }
  },

  async decideDevice(ctx, { user_code, decision }) {
    const { db, now, viewer } = ctx
    const device = await waitingDevice(ctx, user_code)
    const auth_time = await findSignInTime(db, viewer.session_id)
    if (!auth_time) throw new ApiError('not_signed_in')
    const decided = { user_id: viewer.id, decision, auth_time, now: now() }
    return db.transaction(async (tx) => {
      if (!device || !(await decideDevice(tx, device.user_code, decided))) throw new ApiError('not_found')
      const isFirst = decision === 'allow' && (await findGrant(tx, viewer.id, device.client_id)) === null
      if (isFirst) await requestApplicationMail(tx, ctx, viewer.id, 'application_allowed')
      return { success: true }
    })
  },
}
