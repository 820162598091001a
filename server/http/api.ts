import * as v from 'valibot'
import { Hono, type Context } from 'hono'
import { ApiError, type ErrorCode } from '#shared/api/errors.ts'
import { contract, type Api } from '#shared/api/index.ts'
import type { Endpoint, RateClass, Schema } from '#shared/api/contract.ts'
import type { BaseCtx, Services, Staff } from '#server/context.ts'
import { handlers } from '#server/features/handlers.ts'
import { addressKey } from './address.ts'
import { errorBody } from './errors.ts'
import { answerOnce } from './idempotency.ts'
import { readBody } from './body.ts'
import { requestCtx, type HttpEnv } from './request.ts'
import { resolveStaff } from './staff.ts'

type Input = Record<string, unknown>
type Handler = (ctx: BaseCtx, input: Input) => Promise<unknown>

export type Call = { group: string, name: string, endpoint: Endpoint, handler: Handler, pathFields: string[] }

/** By literal segments first, so that `/api/posts/search` is never read as an id. */
function byPath(a: Call, b: Call): number {
  const left = a.endpoint.path.split('/')
  const right = b.endpoint.path.split('/')
  for (let at = 0; at < Math.min(left.length, right.length); at += 1) {
    const difference = Number(left[at]!.startsWith(':')) - Number(right[at]!.startsWith(':'))
    if (difference !== 0) return difference
  }
  return left.length - right.length
}

/** Every call of the contract with its handler, in the order in which routes must be tried. */
export const calls: Call[] = Object.entries(contract).flatMap(([group, endpoints]) =>
  Object.entries(endpoints as Record<string, Endpoint>).map(([name, endpoint]) => ({
    group,
    name,
    endpoint,
    handler: (handlers as unknown as Record<string, Record<string, Handler>>)[group]![name]!,
    pathFields: [...endpoint.path.matchAll(/:(\w+)/g)].map((match) => match[1]!),
  })),
).sort(byPath)

/** The input as its schema reads it; a broken path parameter is 400, another field 422 with a sentence key each. */
function validate(call: Call, input: Input): Input {
  const result = v.safeParse(call.endpoint.input as Schema, input, { abortPipeEarly: true })
  if (result.success) return result.output as Input
  const issues: Record<string, string> = {}
  for (const issue of result.issues) {
    const field = String(issue.path?.[0]?.key ?? 'body')
    if (call.pathFields.includes(field)) throw new ApiError('bad_id')
    if (field === 'cursor') throw new ApiError('bad_cursor')
    issues[field] ??= issue.input === undefined ? 'required' : issue.message
  }
  throw new ApiError('invalid', { issues })
}

async function authorise(call: Call, ctx: BaseCtx): Promise<BaseCtx & { staff?: Staff }> {
  const { access, method } = call.endpoint
  if (access === 'public') return ctx
  if (access === 'user') {
    if (ctx.viewer && (method === 'GET' || ctx.by_bearer)) return ctx
    throw new ApiError('not_signed_in')
  }
  const staff = await resolveStaff(ctx)
  if (access === 'admin' && staff.scope !== 'admin') throw new ApiError('not_staff')
  return { ...ctx, staff }
}

const COUNTED_FIRST = new Set<RateClass>(['read', 'search', 'check_username', 'upload', 'admin_login'])

function count(call: Call, ctx: BaseCtx, input: Input | null): void {
  const kind = call.endpoint.rate
  if (!kind || COUNTED_FIRST.has(kind) !== (input === null)) return
  const lower = (value: unknown) => (typeof value === 'string' ? value.toLowerCase() : null)
  ctx.limiter.take(kind, {
    address: addressKey(ctx.address),
    user: ctx.viewer?.id ?? (call.endpoint.access === 'admin' || call.endpoint.access === 'moderator' ? addressKey(ctx.address) : null),
    name: lower(input?.username),
    email: lower(input?.email),
  })
}

/** One call from beginning to end: access, limits, validation, handler, and the output cut to its schema. */
async function perform(call: Call, ctx: BaseCtx, readInput: () => Promise<Input>, idempotencyKey: string | null): Promise<unknown> {
  const authorised = await authorise(call, ctx)
  count(call, ctx, null)
  const input = validate(call, await readInput())
  const run = async (inner: BaseCtx) => v.parse(call.endpoint.output as Schema, await call.handler(inner, input))
  const limited = async (inner: BaseCtx) => {
    count(call, ctx, input)
    return run(inner)
  }
  if (!call.endpoint.idempotent || !idempotencyKey || !ctx.viewer) return limited(authorised)
  return answerOnce(authorised, ctx.viewer.id, `${call.group}.${call.name}`, idempotencyKey, limited)
}

/** The routes of the whole contract, and a JSON 404 or 405 for what is not in it. */
export function apiRoutes(services: Services): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>({ strict: false })
  const answer = (call: Call) => async (c: Context<HttpEnv>) => {
    const ctx = await requestCtx(c, services, call.endpoint)
    const from = call.endpoint.from ?? (call.endpoint.method === 'GET' || call.endpoint.method === 'DELETE' ? 'query' : 'json')
    const readInput = async (): Promise<Input> => {
      const rest = from === 'form' ? {} : from === 'query' ? c.req.query() : await readBody(c.req.raw)
      return { ...rest, ...c.req.param() }
    }
    const result = await perform(call, ctx, readInput, c.req.header('idempotency-key')?.slice(0, 200) ?? null)
    c.header('Cache-Control', 'private, no-store')
    return c.json(result, call.endpoint.status ?? 200)
  }
  for (const call of calls) app.on(call.endpoint.method, call.endpoint.path, answer(call))
  for (const path of new Set(calls.map((call) => call.endpoint.path))) {
    app.all(path, () => { throw new ApiError('method_not_allowed') })
  }
  app.all('/api/*', () => { throw new ApiError('not_found') })
  app.all('/api', () => { throw new ApiError('not_found') })
  return app
}

/** The client of page rendering: the same calls as function calls, without HTTP and without a right to change anything. */
export function createLocalApi(caller: BaseCtx): Api {
  // Even where the page itself was asked for with a bearer, what a reader's browser may mark as read, a rendering may not.
  const ctx: BaseCtx = { ...caller, by_bearer: false }
  const api: Record<string, Record<string, unknown>> = {}
  for (const call of calls) {
    const group = (api[call.group] ??= {})
    group[call.name] = async (input: Input = {}) => {
      const { access, method } = call.endpoint
      if (method !== 'GET' || access === 'moderator' || access === 'admin') throw new ApiError('forbidden')
      if (access === 'user' && !ctx.viewer) throw new ApiError('not_signed_in')
      const known = validate(call, input)
      return v.parse(call.endpoint.output as Schema, await call.handler(ctx, known))
    }
  }
  return api as unknown as Api
}

/** What somebody who looks for a way in is refused with: each is a line in the log, with where it came from and nothing that was sent. */
const NOTED = new Set<ErrorCode>([
  'bad_credentials', 'email_not_verified', 'bad_token', 'bad_admin_password', 'admin_credential', 'not_staff', 'forbidden', 'too_many_requests',
])

/** A failed call as the client receives it; what nobody expected is logged and says nothing. */
export function errorResponse(c: Context<HttpEnv>, thrown: unknown, services: Services): Response {
  const error = thrown instanceof ApiError ? thrown : new ApiError('internal')
  if (error.code === 'internal') {
    services.log.error('A request failed', { request_id: c.get('requestId'), path: c.req.path, error: thrown })
  }
  if (NOTED.has(error.code)) {
    services.log.info('A request was refused', { code: error.code, method: c.req.method, path: c.req.path, address: c.get('address'), request_id: c.get('requestId') })
  }
  if (error.details.retryAfter !== undefined) c.header('Retry-After', String(error.details.retryAfter))
  return c.json(errorBody(error, c.get('lang')), error.status as 400)
}
