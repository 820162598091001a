import type { Context, Hono } from 'hono'
import { ApiError } from '#shared/api/errors.ts'
import { paths } from '#shared/paths.ts'
import type { FailedForm } from '#shared/rules/forms.ts'
import { safeNext } from '#shared/rules/next-path.ts'
import type { BaseCtx, Services } from '#server/context.ts'
import { callNamed, makeCall, refusalOf, type Call } from '#server/http/api.ts'
import { errorBody } from '#server/http/errors.ts'
import { NO_STORE } from '#server/http/headers.ts'
import { requestCtx, type HttpEnv } from '#server/http/request.ts'
import { isForm, readFields } from './body.ts'
import { formInput, formValues } from './fields.ts'
import { flashCookie } from './flash.ts'
import { readFormToken } from './form-token.ts'
import { isFromOwnPage } from './origin.ts'
import { formPage, pathAfter } from './outcome.ts'
import { holderOf } from './visitor.ts'

type Fields = [string, string][]

/** Renders the page of the form that failed. */
type RenderFailed = (
  c: Context<HttpEnv>,
  ctx: BaseCtx,
  failed: { form: FailedForm; status: number },
) => Promise<Response>

/** Every call that changes something, as the target of a plain HTML form. */
export function formRoutes(app: Hono<HttpEnv>, services: Services, render: RenderFailed): void {
  app.post('/act/:call', async (c) => {
    const call = callNamed(c.req.param('call'))
    if (!call || call.endpoint.method === 'GET') throw new ApiError('not_found')
    c.header('Cache-Control', NO_STORE)
    // Before anything is read: a form of another page may be as large as it likes.
    if (!isFromOwnPage(c.req.raw) || !isForm(c.req.raw)) throw new ApiError('form_expired')
    const ctx = await requestCtx(c, services, call.endpoint, { byCookie: true })
    return answerForm({ c, call, ctx, services, render })
  })
}

type Answering = { c: Context<HttpEnv>; call: Call; ctx: BaseCtx; services: Services; render: RenderFailed }

async function answerForm({ c, call, ctx, services, render }: Answering): Promise<Response> {
  const { sessionSecret } = services.config
  const query = new URL(c.req.url).searchParams
  const isUpload = call.endpoint.from === 'form'
  let fields: Fields = [...query]
  try {
    // The handler of an upload reads the body itself.
    if (!isUpload) fields = [...fields, ...(await readFields(c.req.raw))]
    if (!ctx.viewer && call.endpoint.access !== 'public') throw new ApiError('not_signed_in')
    const holder = holderOf(ctx, c.var)
    const madeAt = holder && readFormToken(sessionSecret, holder, lastOf(fields, '_token') ?? '', ctx.now())
    if (!madeAt) throw new ApiError('form_expired')
    const trusted: BaseCtx = { ...ctx, by_bearer: ctx.viewer !== null }
    const input = { ...formInput(call.endpoint.input, fields), ...ageOf(call, ctx, madeAt) }
    const answer = await makeCall(services, call, trusted, async () => input, keyOf(call, fields))
    const next = safeNext(lastOf(fields, '_next')) ?? formPage(c.req.raw, undefined) ?? '/'
    return leadTo(c, pathAfter(nameOf(call), answer, next), flashCookie(sessionSecret, nameOf(call), ctx.now()))
  } catch (thrown) {
    const error = refusalOf(thrown)
    if (!error) throw thrown
    if (error.code === 'not_signed_in') {
      const page = formPage(c.req.raw, lastOf(fields, '_next')) ?? '/'
      return leadTo(c, paths.login(page), flashCookie(sessionSecret, 'error.not_signed_in', ctx.now()))
    }
    const { detail, issues, code: _, ...extra } = errorBody(error, ctx.lang)
    if (error.details.retryAfter !== undefined) c.header('Retry-After', String(error.details.retryAfter))
    const path = formPage(c.req.raw, lastOf(fields, '_page')) ?? safeNext(lastOf(fields, '_next')) ?? '/'
    const form = { call: nameOf(call), path, message: detail, issues: issues ?? {}, values: formValues(fields), extra }
    return render(c, ctx, { form, status: error.status })
  }
}

const nameOf = ({ group, name }: Call) => `${group}.${name}`

const lastOf = (fields: Fields, name: string): string | undefined => fields.findLast(([known]) => known === name)?.[1]

function leadTo(c: Context<HttpEnv>, path: string, cookie: string): Response {
  c.header('Set-Cookie', cookie, { append: true })
  return c.redirect(path, 303)
}

/** Robots fill a form in at once; its age is that of its token. */
function ageOf({ endpoint }: Call, ctx: BaseCtx, madeAt: Date): { elapsed_ms?: number } {
  const { entries } = endpoint.input as { entries?: Record<string, unknown> }
  return entries && 'elapsed_ms' in entries ? { elapsed_ms: ctx.now().getTime() - madeAt.getTime() } : {}
}

/** Sent twice, a form of one page with the same fields makes one call. */
function keyOf({ endpoint }: Call, fields: Fields): string | null {
  return endpoint.idempotent
    ? `form-${new Bun.CryptoHasher('sha256').update(JSON.stringify(fields)).digest('hex')}`
    : null
}
