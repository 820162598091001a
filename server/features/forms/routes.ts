import * as v from 'valibot'
import type { Context, Hono } from 'hono'
import { ApiError, invalidField } from '#shared/api/errors.ts'
import { SessionUser } from '#shared/api/shapes.ts'
import { catalog } from '#shared/i18n/index.ts'
import { paths } from '#shared/paths.ts'
import { FORM_SESSION_COOKIE, PREFERENCES_PATH, SESSION_TOKEN_PATH, type FailedForm } from '#shared/rules/forms.ts'
import { ofItsKind, type Condition } from '#shared/rules/filters.ts'
import { safeNext } from '#shared/rules/next-path.ts'
import type { BaseCtx, Services } from '#server/context.ts'
import { callNamed, makeCall, refusalOf, type Call } from '#server/http/api.ts'
import { errorBody } from '#server/http/errors.ts'
import { signAccessToken } from '#server/features/auth/tokens.ts'
import { NO_STORE } from '#server/http/headers.ts'
import { requestCtx, type HttpEnv } from '#server/http/request.ts'
import { answerJson } from '#server/http/whole-body.ts'
import { incomingFolder } from '#server/media/open-storage.ts'
import { isForm, lastOf, readFields, readForm, type Fields, type FormBody } from './body.ts'
import { fieldNames, formInput, formValues } from './fields.ts'
import { arranged, takeFile } from './files.ts'
import { flashCookie } from './flash.ts'
import { withFormSession } from './form-session.ts'
import { readFormToken } from './form-token.ts'
import { isFromOwnPage } from './origin.ts'
import { formPage, pathAfter } from './outcome.ts'
import { keepPreferences } from './preferences.ts'
import { continueForm, isUnfinished } from './unfinished.ts'
import { repeatIssueOf } from './repeated-password.ts'
import { holderOf } from './visitor.ts'

/** Renders the page of a form that was refused or is not finished yet. */
type RenderFailed = (
  c: Context<HttpEnv>,
  ctx: BaseCtx,
  failed: { form: FailedForm; status: number },
) => Promise<Response>

/** Registers an HTML form endpoint for every call that writes, for browsers without JavaScript. */
export function formRoutes(app: Hono<HttpEnv>, services: Services, render: RenderFailed): void {
  app.post(SESSION_TOKEN_PATH, async (c) => answerJson(c, await sessionToken(c, services)))
  app.post(PREFERENCES_PATH, async (c) => {
    const { path, cookies } = await keepPreferences(c.req.raw)
    for (const cookie of cookies) c.header('Set-Cookie', cookie, { append: true })
    c.header('Cache-Control', NO_STORE)
    return c.redirect(path, 303)
  })
  app.post('/act/:call', async (c) => {
    const call = callNamed(c.req.param('call'))
    if (!call || (call.endpoint.method === 'GET' && call.endpoint.writes !== true)) throw new ApiError('not_found')
    c.header('Cache-Control', NO_STORE)
    // The origin is checked before the body is read, because a form from another site's page may be of any size.
    if (!isFromOwnPage(c.req.raw) || !isForm(c.req.raw)) throw new ApiError('form_expired')
    const ctx = await requestCtx(c, services, call.endpoint, { byCookie: true })
    return answerForm({ c, call, ctx, services, render })
  })
}

/** JavaScript requests the access token here after a form has opened a login session. */
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

/** Maps a call whose response, such as a new secret, cannot be loaded again, to the call whose form shows it. */
const SHOWN: Record<string, string> = {
  'filters.test': 'filters.create',
  'hooks.create': 'hooks.create',
  'factors.startTotp': 'factors.confirmTotp',
  'factors.confirmTotp': 'factors.renewRecoveryCodes',
  'factors.renewRecoveryCodes': 'factors.renewRecoveryCodes',
  'tokens.create': 'tokens.create',
  'applications.create': 'applications.create',
}

/** Calls whose response is a URL on another site, to which the browser is redirected. */
const LEADS_AWAY = new Set(['oauth.decide'])

type Answering = { c: Context<HttpEnv>; call: Call; ctx: BaseCtx; services: Services; render: RenderFailed }

async function answerForm({ c, call, ctx, services, render }: Answering): Promise<Response> {
  const query: Fields = [...new URL(c.req.url).searchParams]
  let body: FormBody = { fields: query, files: [] }
  try {
    // Visitors may not send files.
    const sent = await readForm(c.req.raw, ctx.viewer ? incomingFolder(services.config) : null)
    body = { files: sent.files, fields: arranged([...query, ...sent.fields]) }
    if (!ctx.viewer && call.endpoint.access !== 'public') throw new ApiError('not_signed_in')
    const { sessionSecret } = services.config
    const holder = holderOf(ctx, c.var)
    if (holder === null) throw new ApiError('form_expired', { detail: catalog(ctx.lang).forms.noCookies })
    const madeAt = readFormToken(sessionSecret, holder, lastOf(body.fields, '_token') ?? '', ctx.now())
    if (!madeAt) throw new ApiError('form_expired')
    return await performForm({ c, call, ctx: trustedCtx(c, ctx), services, render }, body, madeAt)
  } catch (thrown) {
    const error = refusalOf(thrown)
    if (!error) throw thrown
    return refuse({ c, call, ctx, services, render }, body.fields, { error, lostFiles: body.files.length > 0 })
  } finally {
    await Promise.all(body.files.map(({ remove }) => remove()))
  }
}

async function performForm(answering: Answering, { fields, files }: FormBody, madeAt: Date): Promise<Response> {
  const { c, call, ctx, services, render } = answering
  const next = safeNext(lastOf(fields, '_next'))
  const leadOn = (path: string) => leadTo(c, path, flashCookie(services.config.sessionSecret, nameOf(call), ctx.now()))
  if (call.endpoint.from === 'form') {
    if (!files[0]) throw invalidField('file', 'required')
    const url = await takeFile(services, call, ctx, files[0])
    return leadOn(next ?? url)
  }
  if (isUnfinished({ fields, files })) {
    const { refused, message, query, extra, ...continued } = await continueForm(answering, { fields, files })
    if (refused) return refuse(answering, continued.fields, refused)
    const form = { ...formAgain(answering, continued.fields, query), message, extra, is_unfinished: true as const }
    return render(c, ctx, { form, status: 200 })
  }
  const input = withTypedValues({ ...formInput(call.endpoint.input, fields), ...ageOf(call, ctx, madeAt) })
  // If other fields are also invalid, `makeCall` throws their errors, and `refuse` adds that of the repeated password.
  const { confirmation } = repeatIssueOf(fields)
  if (confirmation !== undefined && v.is(call.endpoint.input, input)) throw invalidField('confirmation', confirmation)
  const answer = await makeCall(services, call, ctx, async () => input, keyOf(call, fields))
  if (LEADS_AWAY.has(nameOf(call))) return c.redirect((answer as { redirect_to: string }).redirect_to, 303)
  const shown = SHOWN[nameOf(call)]
  if (shown) {
    const extra = answer as Record<string, unknown>
    const form = { ...formAgain(answering, fields), call: shown, extra, is_unfinished: true as const }
    const page = await render(c, ctx, { form, status: 200 })
    page.headers.set('Cache-Control', NO_STORE)
    return page
  }
  return leadOn(pathAfter(nameOf(call), answer, next ?? formPage(c.req.raw, undefined) ?? '/'))
}

/** `field` is the field whose file was refused; `lostFiles` means that the page cannot show the sent files again. */
async function refuse(
  answering: Answering,
  fields: Fields,
  { error, field, lostFiles = false }: { error: ApiError; field?: string; lostFiles?: boolean },
): Promise<Response> {
  const { c, ctx, services, render } = answering
  // Calls that create content are left out, because a visitor led to the login page would lose the text.
  if (error.code === 'not_signed_in' && !answering.call.endpoint.idempotent) {
    const page = formPage(c.req.raw, lastOf(fields, '_next')) ?? '/'
    return leadTo(c, paths.login(page), flashCookie(services.config.sessionSecret, 'error.not_signed_in', ctx.now()))
  }
  const { detail, issues, code, ...extra } = errorBody(withRepeatIssue(error, fields), ctx.lang)
  if (error.details.retryAfter !== undefined) c.header('Retry-After', String(error.details.retryAfter))
  const shown = field === undefined ? issues : { ...issues, [field]: detail }
  const message = lostFiles ? `${detail} ${catalog(ctx.lang).forms.files}` : detail
  const form = { ...formAgain(answering, fields), code, message, issues: shown ?? {}, extra }
  return render(c, ctx, { form, status: pageStatusOf(error, c.req.header('user-agent')) })
}

const withRepeatIssue = (error: ApiError, fields: Fields): ApiError =>
  error.code === 'invalid'
    ? new ApiError('invalid', { ...error.details, issues: { ...error.details.issues, ...repeatIssueOf(fields) } })
    : error

/** For the status 401 the browser NetSurf shows its own prompt for user name and password instead of the page. */
const pageStatusOf = ({ status }: ApiError, userAgent = ''): number =>
  status === 401 && userAgent.startsWith('NetSurf/') ? 403 : status

/** `query` is added to the URL of the form's page. */
function formAgain({ c, call }: Answering, fields: Fields, query: [string, string][] = []): FailedForm {
  const path = formPage(c.req.raw, lastOf(fields, '_page')) ?? safeNext(lastOf(fields, '_next')) ?? '/'
  const url = new URL(path, 'http://site')
  for (const [name, value] of query) url.searchParams.set(name, value)
  return {
    call: nameOf(call),
    path: query.length === 0 ? path : url.pathname + url.search,
    code: '',
    message: '',
    issues: {},
    values: formValues(fields),
    fields: fieldNames(fields),
    extra: {},
  }
}

/** Converts the values in a content filter's conditions to the types of the fields that they are compared with. */
function withTypedValues(input: Record<string, unknown>): Record<string, unknown> {
  if (typeof input.match !== 'object' || input.match === null) return input
  const lists = Object.entries(input.match as Record<string, Condition[]>)
  return { ...input, match: Object.fromEntries(lists.map(([name, list]) => [name, list.map(ofItsKind)])) }
}

/** A form with a valid CSRF token is treated like an API request with a bearer token. */
const trustedCtx = (c: Context<HttpEnv>, ctx: BaseCtx): BaseCtx =>
  withFormSession(c, { ...ctx, by_bearer: ctx.viewer !== null, by_form: true })

const nameOf = ({ group, name }: Call) => `${group}.${name}`

function leadTo(c: Context<HttpEnv>, path: string, cookie: string): Response {
  c.header('Set-Cookie', cookie, { append: true })
  return c.redirect(path, 303)
}

/** The age of a form reveals robots, which submit it at once. */
function ageOf({ endpoint }: Call, ctx: BaseCtx, madeAt: Date): { elapsed_ms?: number } {
  const { entries } = endpoint.input as { entries?: Record<string, unknown> }
  return entries && 'elapsed_ms' in entries ? { elapsed_ms: ctx.now().getTime() - madeAt.getTime() } : {}
}

/** A form that is sent twice makes only one call, because both have the same idempotency key. */
function keyOf({ endpoint }: Call, fields: Fields): string | null {
  return endpoint.idempotent
    ? `form-${new Bun.CryptoHasher('sha256').update(JSON.stringify(fields)).digest('hex')}`
    : null
}
