import * as v from 'valibot'
import { Hono, type Context } from 'hono'
import { ApiError, type ErrorCode } from '#shared/api/errors.ts'
import { contract, type Api } from '#shared/api/index.ts'
import type { Access, Endpoint, RateClass, Schema } from '#shared/api/contract.ts'
import { fromVersion, toVersion } from '#shared/api/versions/versions.ts'
import { LIFETIME } from '#shared/limits.ts'
import type { BaseCtx, Services, Staff, UserCtx, Viewer } from '#server/context.ts'
import { recordWrite } from '#server/db/replicas/queries.ts'
import { readFromReplica } from '#server/db/replicas/read.ts'
import { isConnectionLost } from '#server/db/driver/client.ts'
import { StorageUnavailable } from '#server/media/storage.ts'
import { handlers } from '#server/features/handlers.ts'
import { errorBody } from './errors.ts'
import { NO_STORE } from './headers.ts'
import {
  anonymousCaller,
  findAnswer,
  queuedAt,
  withIdempotencyKey,
  withIdempotencyKeyAtEnd,
} from '../features/idempotency/idempotency.ts'
import { networksOf } from '#server/lib/address.ts'
import { declareCache } from '#server/lib/caches.ts'
import type { Prepared } from '#server/lib/prepared.ts'
import { inTurn } from '#server/lib/turns.ts'
import { readBody } from './body.ts'
import { presenterOf } from './presenter.ts'
import { inReadOnlyMode, isReadOnlyFailure, READ_ONLY_RETRY_SECONDS } from './read-only.ts'
import { bearerToken, requestCtx, type HttpEnv } from './request.ts'
import { versionOf } from './version.ts'
import { answerJson } from './whole-body.ts'
import { refuseSuspended } from '../features/auth/rules.ts'
import { requireScope } from '../features/auth/scopes.ts'
import { resolveStaff } from '../features/auth/staff.ts'

type Input = Record<string, unknown>
type Handler = ((ctx: BaseCtx, input: Input) => Promise<unknown>) &
  Partial<Pick<Prepared<BaseCtx, Input, unknown, unknown>, 'prepare' | 'complete'>>

export type Call = { group: string; name: string; endpoint: Endpoint; handler: Handler; pathFields: string[] }

/** Sorts literal path segments before parameters, so that 'search' in `/api/posts/search` is not taken for an id. */
function byPath(a: Call, b: Call): number {
  const left = a.endpoint.path.split('/')
  const right = b.endpoint.path.split('/')
  for (let at = 0; at < Math.min(left.length, right.length); at += 1) {
    const difference = Number(left[at]!.startsWith(':')) - Number(right[at]!.startsWith(':'))
    if (difference !== 0) return difference
  }
  return left.length - right.length
}

export const calls: Call[] = Object.entries(contract)
  .flatMap(([group, endpoints]) =>
    Object.entries(endpoints as Record<string, Endpoint>).map(([name, endpoint]) => ({
      group,
      name,
      endpoint,
      handler: (handlers as unknown as Record<string, Record<string, Handler>>)[group]![name]!,
      pathFields: [...endpoint.path.matchAll(/:(\w+)/g)].map((match) => match[1]!),
    })),
  )
  .sort(byPath)

const byName = new Map(calls.map((call) => [`${call.group}.${call.name}`, call]))

/** The name includes the group, like 'votes.post'. */
export const callNamed = (name: string): Call | undefined => byName.get(name)

const groups = Map.groupBy(calls, ({ group }) => group)

/** Throws 400 for a malformed path parameter, and 422 with the key of a message for any other invalid field. */
function validate(call: Call, input: Input): Input {
  const result = v.safeParse(call.endpoint.input as Schema, input, { abortPipeEarly: true })
  if (result.success) return result.output as Input
  const issues = inputIssues(result.issues)
  if (call.pathFields.some((field) => field in issues)) throw new ApiError('bad_id')
  if ('cursor' in issues) throw new ApiError('bad_cursor')
  throw new ApiError('invalid', { issues })
}

export function inputIssues(all: readonly v.BaseIssue<unknown>[]): Record<string, string> {
  const issues: Record<string, string> = {}
  for (const issue of all)
    issues[String(issue.path?.[0]?.key ?? 'body')] ??= issue.input === undefined ? 'required' : issue.message
  return issues
}

function requireNotSuspended({ method, whileSuspended }: Endpoint, { suspension }: Viewer): void {
  if (method !== 'GET' && !whileSuspended) refuseSuspended(suspension)
}

/** Throws `feature_off`, also for adult content if that is disabled. */
export function requireFeature(
  { feature }: Endpoint,
  { settings }: Pick<Services, 'settings'>,
  input: Input = {},
): void {
  if (feature && !settings.value(feature)) throw new ApiError('feature_off')
  const isAdult = input.nsfw === true || input.is_nsfw === true
  if (isAdult && !settings.value('adult_variant')) throw new ApiError('feature_off')
}

/** Throws `not_signed_in` or `suspended`. */
export function authoriseUser(endpoint: Endpoint, ctx: BaseCtx): UserCtx {
  const { viewer } = ctx
  if (!viewer || (endpoint.method !== 'GET' && !ctx.by_bearer)) throw new ApiError('not_signed_in')
  requireNotSuspended(endpoint, viewer)
  return { ...ctx, viewer }
}

async function authorise(call: Call, ctx: BaseCtx): Promise<BaseCtx & { staff?: Staff }> {
  const { access } = call.endpoint
  if (access === 'public') return ctx
  if (access === 'user' || (access === 'user_or_admin' && ctx.admin_credential === null))
    return authoriseUser(call.endpoint, ctx)
  await ctx.limiter.take('staff_call', { address: ctx.address })
  const staff = await resolveStaff(ctx, access === 'staff' ? 'not_staff' : 'admin_credential')
  if (access === 'admin' && staff.scope !== 'admin') throw new ApiError('not_staff')
  if (staff.scope === 'moderator') requireNotSuspended(call.endpoint, staff.account)
  return { ...ctx, staff }
}

const COUNTED_FIRST = new Set<RateClass>(['read', 'search', 'check_username', 'upload', 'admin_login', 'setup'])

async function count(call: Call, ctx: BaseCtx, input: Input | null): Promise<void> {
  const kind = call.endpoint.rate
  if (!kind || COUNTED_FIRST.has(kind) !== (input === null)) return
  if (kind === 'login') await ctx.limiter.take('login_call', { address: ctx.address })
  const email = typeof input?.email === 'string' ? input.email : ''
  await ctx.limiter.take(kind, { address: ctx.address, user: ctx.viewer?.id ?? ctx.address, email })
}

const mayWrite = ({ method, writes }: Endpoint) => method !== 'GET' || writes === true

const isPublicRead = (endpoint: Endpoint) =>
  !mayWrite(endpoint) && endpoint.access === 'public' && (endpoint.rate === 'read' || endpoint.rate === 'search')

const isOfFreshThread = ({ events }: BaseCtx, { post_id }: Input) =>
  typeof post_id === 'number' && events.isRecentlyChanged(post_id)

const answerCall = (call: Call, ctx: BaseCtx, input: Input): Promise<unknown> =>
  isPublicRead(call.endpoint) && !isOfFreshThread(ctx, input)
    ? readFromReplica(ctx, (inner) => call.handler(inner, input))
    : call.handler(ctx, input)

/** These errors are returned only after a right password, so they do not count as guesses. */
const RIGHT_PASSWORD = new Set<ErrorCode>(['second_factor', 'email_not_verified', 'awaiting_approval', 'read_only'])

/** If a call takes a password, a code or a token, each failed call is counted as a guess. */
async function countGuesses<T>({ limiter, address }: BaseCtx, run: () => Promise<T>): Promise<T> {
  let isRight = true
  try {
    return await run()
  } catch (error) {
    isRight = error instanceof ApiError && RIGHT_PASSWORD.has(error.code)
    throw error
  } finally {
    if (isRight) await limiter.giveBack('login', { address })
  }
}

async function perform(
  call: Call,
  ctx: BaseCtx,
  readInput: () => Promise<Input>,
  idempotencyKey: string | null,
  queued_at: Date | null,
): Promise<unknown> {
  requireScope(call.endpoint, ctx.viewer)
  requireFeature(call.endpoint, ctx)
  const authorised = inReadOnlyMode(call.endpoint, await authorise(call, ctx))
  await count(call, ctx, null)
  const input = validate(call, await readInput())
  requireFeature(call.endpoint, ctx, input)
  const present = presenterOf(call.endpoint.output)
  const run = async (inner: BaseCtx) => present(await answerCall(call, inner, input))
  const limited = async (inner: BaseCtx) => {
    await count(call, ctx, input)
    return call.endpoint.rate === 'login' ? countGuesses(ctx, () => run(inner)) : run(inner)
  }
  if (!call.endpoint.idempotent || !idempotencyKey) return limited(authorised)
  await ctx.limiter.take('repeat', { user: ctx.viewer?.id ?? ctx.address })
  // A public call must not store anything that links its result to the account of the caller.
  const user_id = call.endpoint.access === 'public' ? null : (ctx.viewer?.id ?? null)
  const caller = user_id === null ? anonymousCaller(ctx, authorised.staff, input) : ''
  const sent = { user_id, caller, call: `${call.group}.${call.name}`, key: idempotencyKey, queued_at }
  if (call.endpoint.idempotent === 'at_end') return withIdempotencyKeyAtEnd(authorised, sent, limited, present)
  const { prepare, complete } = call.handler
  if (!prepare || !complete) return withIdempotencyKey(authorised, sent, limited)
  // A repeated request waits for the first one and gets its response without being counted.
  return inTurn(JSON.stringify(sent), async () => {
    const earlier = await findAnswer(authorised.db, sent, authorised.now())
    if (earlier) return earlier.answer
    await count(call, authorised, input)
    const ready = await prepare(authorised, input)
    return withIdempotencyKey(authorised, sent, async (inner) => present(await complete(inner, input, ready)))
  })
}

/** Makes a call for a caller who is already identified, and publishes the cache tags that it invalidated. */
export async function makeCall(
  services: Services,
  call: Call,
  ctx: BaseCtx,
  readInput: () => Promise<Input>,
  idempotencyKey: string | null,
  queued_at: Date | null = null,
): Promise<unknown> {
  const answer = await perform(call, ctx, readInput, idempotencyKey, queued_at).finally(() =>
    services.invalidations.publish(ctx.invalidated),
  )
  if (services.replicas && ctx.viewer && mayWrite(call.endpoint))
    await recordWrite(services.db, ctx.viewer.id, services.now())
  return answer
}

export function apiRoutes(services: Services): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>({ strict: false })
  const answer = (call: Call) => async (c: Context<HttpEnv>) => {
    const ctx = await requestCtx(c, services, call.endpoint)
    const from =
      call.endpoint.from ?? (call.endpoint.method === 'GET' || call.endpoint.method === 'DELETE' ? 'query' : 'json')
    const version = versionOf(c)
    const name = `${call.group}.${call.name}`
    const readInput = async (): Promise<Input> => {
      const rest = from === 'form' ? {} : from === 'query' ? c.req.query() : await readBody(c.req.raw)
      return fromVersion(version, name, { ...rest, ...c.req.param() })
    }
    const key = c.req.header('idempotency-key')?.slice(0, 200) ?? null
    const queued = queuedAt(c.req.header('x-queued-at'), services.now())
    const result = await makeCall(services, call, ctx, readInput, key, queued)
    c.header('Cache-Control', NO_STORE)
    return answerJson(c, toVersion(version, name, result), (call.endpoint.status ?? 200) as 200)
  }
  for (const call of calls) app.on(call.endpoint.method, call.endpoint.path, answer(call))
  for (const path of new Set(calls.map((call) => call.endpoint.path))) {
    app.all(path, () => {
      throw new ApiError('method_not_allowed')
    })
  }
  app.all('/api/*', () => {
    throw new ApiError('not_found')
  })
  app.all('/api', () => {
    throw new ApiError('not_found')
  })
  return app
}

/** `answer` is null if the call failed. */
type OnAnswer = (group: string, name: string, input: unknown, answer: unknown) => void

/** Page rendering may make calls of these access classes with a login session alone, without a bearer token. */
const BY_SESSION = new Set<Access>(['public', 'user', 'user_or_admin', 'staff'])

/** Pages show moderators the moderation queue with a login session alone, without a bearer token. */
async function asModerator(ctx: BaseCtx): Promise<BaseCtx & { staff: Staff }> {
  return { ...ctx, staff: await resolveStaff({ ...ctx, by_bearer: true, admin_credential: null }, 'not_staff') }
}

/** The API client of page rendering calls handlers directly and may change nothing. */
export function createLocalApi(caller: BaseCtx, onAnswer: OnAnswer = () => {}): Api {
  // Without `by_bearer` no message is marked as read; without `request` no view of an ad is counted.
  const ctx: BaseCtx = { ...caller, by_bearer: false, request: null }
  const answering =
    (call: Call) =>
    async (input: Input = {}) => {
      const { access, method } = call.endpoint
      if (method !== 'GET' || !BY_SESSION.has(access)) throw new ApiError('forbidden')
      if (access !== 'public' && !ctx.viewer) throw new ApiError('not_signed_in')
      requireScope(call.endpoint, ctx.viewer)
      const known = validate(call, input)
      requireFeature(call.endpoint, ctx, known)
      const asked = access === 'staff' ? await asModerator(ctx) : ctx
      let answer: unknown = null
      try {
        return (answer = presenterOf(call.endpoint.output)(await answerCall(call, asked, known)))
      } catch (error) {
        throw refusalOf(error) ?? error
      } finally {
        onAnswer(call.group, call.name, known, answer)
      }
    }
  return apiOf(answering)
}

/** The API client for server code such as forms: each call is checked and limited like an HTTP request. */
export function createCallerApi(services: Services, ctx: BaseCtx): Api {
  return apiOf(
    (call) =>
      (input: Input = {}) =>
        makeCall(services, call, ctx, async () => input, null),
  )
}

/** Each group's client is created on first use, since a page uses few groups. */
function apiOf(answering: (call: Call) => (input?: Input) => Promise<unknown>): Api {
  const groupOf = (name: string) =>
    Object.fromEntries((groups.get(name) ?? []).map((call) => [call.name, answering(call)]))
  return new Proxy<Record<string, unknown>>(
    {},
    { get: (made, name: string) => (made[name] ??= groupOf(name)) },
  ) as unknown as Api
}

/** Seconds after which clients retry while the database or the media store is down. */
const RETRY_SECONDS = 2

/** These errors are logged, because they may be attempts to break into an account or the panel. */
const LOGGED_ERRORS = new Set<ErrorCode>([
  'bad_credentials',
  'email_not_verified',
  'awaiting_approval',
  'invite_invalid',
  'bad_code',
  'challenge_expired',
  'bad_passkey',
  'bad_token',
  'bad_admin_password',
  'setup_code',
  'admin_credential',
  'not_staff',
  'forbidden',
  'too_many_requests',
])

/** The key consists of error code and network. */
const loggedRefusals = declareCache<true>('logged refusals', { ttlMs: LIFETIME.loggedRefusal, maxEntries: 50_000 })

/** Logs one line a minute per code and network, without the request's data. */
function logRefusal(c: Context<HttpEnv>, code: ErrorCode, { caches, log }: Services): void {
  const address = c.get('address')
  const key = `${code} ${networksOf(address)[0]!.network}`
  const logged = caches.of(loggedRefusals)
  if (logged.get(key)) return
  logged.set(key, true)
  log.info('A request was refused', {
    code,
    method: c.req.method,
    path: c.req.path,
    address,
    request_id: c.get('requestId'),
  })
}

/** Null for an unexpected error. */
export function refusalOf(thrown: unknown): ApiError | null {
  if (thrown instanceof ApiError) return thrown
  if (isReadOnlyFailure(thrown)) return new ApiError('read_only', { retryAfter: READ_ONLY_RETRY_SECONDS })
  return isConnectionLost(thrown) || thrown instanceof StorageUnavailable
    ? new ApiError('not_ready', { retryAfter: RETRY_SECONDS })
    : null
}

/** The WWW-Authenticate header of RFC 6750, or null if no token would help. */
function challengeOf({ code, details }: ApiError, authorization: string | undefined): string | null {
  if (code === 'not_signed_in') return bearerToken(authorization) === null ? 'Bearer' : 'Bearer error="invalid_token"'
  if (code !== 'insufficient_scope') return null
  const scope = details.extra?.scope
  return `Bearer error="insufficient_scope"${typeof scope === 'string' ? `, scope="${scope}"` : ''}`
}

const isDisconnect = (c: Context<HttpEnv>, thrown: unknown) =>
  c.req.raw.signal.aborted && thrown instanceof Error && thrown.name === 'AbortError'

/** A response to an unexpected error contains no detail; the log does. */
export function errorResponse(c: Context<HttpEnv>, thrown: unknown, services: Services): Response {
  const error = refusalOf(thrown) ?? new ApiError('internal')
  if (error.code === 'internal' && !isDisconnect(c, thrown)) {
    services.log.error('A request failed', { request_id: c.get('requestId'), path: c.req.path, error: thrown })
  }
  if (thrown instanceof StorageUnavailable)
    services.log.error(thrown.message, { request_id: c.get('requestId'), path: c.req.path, error: thrown.cause })
  if (LOGGED_ERRORS.has(error.code)) logRefusal(c, error.code, services)
  if (error.details.retryAfter !== undefined) c.header('Retry-After', String(error.details.retryAfter))
  const challenge = challengeOf(error, c.req.header('authorization'))
  if (challenge !== null) c.header('WWW-Authenticate', challenge)
  c.header('Cache-Control', NO_STORE)
  return c.json(errorBody(error, c.get('lang')), error.status as 400)
}
