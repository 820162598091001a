import * as v from 'valibot'
import type { Context, Hono } from 'hono'
import { ApiError } from '#shared/api/errors.ts'
import { SessionUser } from '#shared/api/shapes.ts'
import { paths } from '#shared/paths.ts'
import { FORM_SESSION_COOKIE, SESSION_TOKEN_PATH, type FailedForm } from '#shared/rules/forms.ts'
import { safeNext } from '#shared/rules/next-path.ts'
import type { BaseCtx, Services } from '#server/context.ts'
import { callNamed, makeCall, refusalOf, type Call } from '#server/http/api.ts'
import { errorBody } from '#server/http/errors.ts'
import { signAccessToken } from '#server/features/auth/tokens.ts'
import { NO_STORE } from '#server/http/headers.ts'
import { requestCtx, type HttpEnv } from '#server/http/request.ts'
import { answerJson } from '#server/http/whole-body.ts'
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
  app.post(SESSION_TOKEN_PATH, async (c) => answerJson(c, await sessionToken(c, services)))
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

/** The access token of a session that a form opened, for the scripts of a page of that session. */
async function sessionToken(c: Context<HttpEnv>, services: Services) {
  const { sessionSecret } = services.config
  c.header('Cache-Control', NO_STORE)
  if (!isFromOwnPage(c.req.raw) || !isForm(c.req.raw)) throw new ApiError('form_expired')
  const { viewer, now } = await requestCtx(c, services, null, { byCookie: true })
  const token = lastOf(await readFields(c.req.raw), '_token') ?? ''
  if (!viewer || !readFormToken(sessionSecret, viewer.session_id, token, now())) throw new ApiError('form_expired')
  c.header('Set-Cookie', `${FORM_SESSION_COOKIE}=; Path=/; Max-Age=0; SameSite=Lax`)
  const { id, session_id, session_expires_at } = viewer
  return {
    access_token: await signAccessToken(sessionSecret, session_id, id, session_expires_at),
    expires_at: session_expires_at.toISOString(),
    user: v.parse(SessionUser, viewer),
  }
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
    const trusted = trustedCtx(c, ctx)
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
    const { detail, issues, code, ...extra } = errorBody(error, ctx.lang)
    if (error.details.retryAfter !== undefined) c.header('Retry-After', String(error.details.retryAfter))
    const path = formPage(c.req.raw, lastOf(fields, '_page')) ?? safeNext(lastOf(fields, '_next')) ?? '/'
    const form = {
      call: nameOf(call),
      path,
      code,
      message: detail,
      issues: issues ?? {},
      values: formValues(fields),
      extra,
    }
    return render(c, ctx, { form, status: error.status })
  }
}

/** A form with its token may do what the bearer may. Scripts get the access token of a session that it opens later. */
function trustedCtx(c: Context<HttpEnv>, ctx: BaseCtx): BaseCtx {
  return {
    ...ctx,
    by_bearer: ctx.viewer !== null,
    setSessionCookie(value) {
      ctx.setSessionCookie(value)
      const life = value?.remember ? `; Expires=${value.expires_at.toUTCString()}` : value ? '' : '; Max-Age=0'
      c.header('Set-Cookie', `${FORM_SESSION_COOKIE}=1; Path=/; SameSite=Lax${life}`, { append: true })
    },
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
