import type { ReactNode } from 'react'
import type { Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { renderToString } from 'react-dom/server'
import * as v from 'valibot'
import { ApiError } from '#shared/api/errors.ts'
import { setupForm } from '#shared/api/setup.ts'
import { catalog } from '#shared/i18n/index.ts'
import type { Lang } from '#shared/i18n/plural.ts'
import { LIFETIME } from '#shared/limits.ts'
import { textsFor } from '#shared/texts.ts'
import type { Services } from '#server/context.ts'
import { completeSetup } from '#server/features/setup/complete.ts'
import { inputIssues } from '#server/http/api.ts'
import { errorBody } from '#server/http/errors.ts'
import { NO_STORE } from '#server/http/headers.ts'
import { requestCtx, type HttpEnv } from '#server/http/request.ts'
import { scriptJson } from '#site/core/await.tsx'
import { SetupDocument } from '#site/features/setup/SetupDocument.tsx'
import { SetupAlready, SetupDone } from '#site/features/setup/SetupDone.tsx'
import { SETUP_FIELDS, SetupForm, type SetupValues } from '#site/features/setup/SetupForm.tsx'
import { Logo } from '#site/shell/Logo.tsx'
import type { AssetResolver } from './assets.ts'
import { pageHeaders } from './page-response.ts'

const MAX_FORM_BYTES = 16_384
const MAX_VALUE = 2_000

/** A second set-up would be refused, so the form is submitted only once. */
const ONCE_SCRIPT =
  "(function(){var f=document.getElementById('setup'),s=false;if(!f)return;" +
  "f.addEventListener('submit',function(e){if(s)e.preventDefault();s=true});" +
  "addEventListener('pageshow',function(){s=false})})()"

/** No default language has been chosen yet, so the URL, the cookie or the browser decides. */
function langOf(c: Context<HttpEnv>): Lang {
  const asked = c.req.query('lang') ?? c.get('cookies').get('language')
  if (asked === 'pl' || asked === 'en') return asked
  const accepted = (c.req.header('accept-language') ?? '').toLowerCase().match(/\b(pl|en)\b/)
  return accepted?.[1] === 'en' ? 'en' : 'pl'
}

type Site = { services: Services; resolver: AssetResolver }
type Shown = { title: string; status: number; body: ReactNode; script: string; switches?: boolean }

function show(
  c: Context<HttpEnv>,
  { services: { settings, config }, resolver }: Site,
  lang: Lang,
  { title, status, body, script, switches = false }: Shown,
): Response {
  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64')
  const siteName = settings.value('site_name')
  const other = lang === 'pl' ? 'en' : 'pl'
  const head = (
    <>
      <span className="topbar__logo">
        <Logo site={{ name: siteName, logo: null, icon: null }} />
      </span>
      {switches && (
        <a className="auth__link" href={`/setup?lang=${other}`} hrefLang={other} lang={other}>
          {textsFor(lang, 'setup').otherLanguage}
        </a>
      )}
    </>
  )
  const html = renderToString(
    <SetupDocument
      shell={{ lang, siteName, nonce, styles: resolver.assets(lang, []).styles }}
      title={title}
      head={head}
      end={<script nonce={nonce} dangerouslySetInnerHTML={{ __html: script }} />}>
      {body}
    </SetupDocument>,
  )
  const headers = pageHeaders(config, { nonce, connect: [], isVisitor: false })
  for (const [name, value] of Object.entries({ ...headers, 'Cache-Control': NO_STORE })) c.header(name, value)
  return c.body(`<!DOCTYPE html>${html}`, status as 200)
}

function showForm(
  c: Context<HttpEnv>,
  site: Site,
  lang: Lang,
  { values, issues = {}, failure = null, status = 200 }: FormState,
): Response {
  const isNameFixed = site.services.settings.source('site_name') === 'environment'
  return show(c, site, lang, {
    title: textsFor(lang, 'setup').title,
    status,
    body: <SetupForm {...{ lang, values, issues, failure, isNameFixed }} />,
    script: ONCE_SCRIPT,
    switches: true,
  })
}

const showAlready = (c: Context<HttpEnv>, site: Site, lang: Lang) =>
  show(c, site, lang, {
    title: textsFor(lang, 'setup').already.title,
    status: 404,
    body: <SetupAlready lang={lang} />,
    script: '',
  })

/** After the set-up is closed, its routes only respond to forms submitted too late. */
export function setupRoutes(app: Hono<HttpEnv>, services: Services, resolver: AssetResolver): void {
  const { setup, settings } = services
  const site = { services, resolver }

  app.get('/setup', (c, next) => {
    if (!setup.isOpen()) return next()
    const lang = langOf(c)
    const site_name = settings.value('site_name')
    const values = { code: '', site_name, language: lang, username: '', email: '', password: '' }
    return Promise.resolve(showForm(c, site, lang, { values }))
  })

  app.post('/setup', limited, async (c) => {
    const lang = langOf(c)
    if (!setup.isOpen()) return showAlready(c, site, lang)
    const values = await readForm(c)
    const parsed = v.safeParse(setupForm, values, { abortPipeEarly: true })
    if (!parsed.success) {
      const found = new ApiError('invalid', { issues: inputIssues(parsed.issues) })
      return showForm(c, site, lang, { values, status: 422, ...explained(found, lang) })
    }
    try {
      await services.limiter.take('setup', { address: c.get('address') })
      const ctx = { ...(await requestCtx(c, services, null)), lang }
      const opened = await completeSetup(ctx, parsed.output)
      c.header('Set-Cookie', languageCookie(lang), { append: true })
      return show(c, site, lang, {
        title: textsFor(lang, 'setup').done.title,
        status: 200,
        body: <SetupDone lang={lang} siteName={settings.value('site_name')} username={opened.user.username} />,
        script: storeScript(opened, lang),
      })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.code === 'not_found') return showAlready(c, site, lang)
      return showForm(c, site, lang, { values, status: error.status, ...explained(error, lang) })
    }
  })
}

type FormState = { values: SetupValues; issues?: Record<string, string>; failure?: string | null; status?: number }

const limited = bodyLimit({
  maxSize: MAX_FORM_BYTES,
  onError: () => {
    throw new ApiError('too_large')
  },
})

async function readForm(c: Context<HttpEnv>): Promise<SetupValues> {
  const form = await c.req.parseBody().catch(() => {
    throw new ApiError('bad_request')
  })
  const valueOf = (field: string) => {
    const value = form[field]
    return typeof value === 'string' ? value.toWellFormed().slice(0, MAX_VALUE) : ''
  }
  return Object.fromEntries(SETUP_FIELDS.map((field) => [field, valueOf(field)])) as SetupValues
}

/** An error about one field of the form becomes an issue of this field, any other is shown above the form. */
function explained(error: ApiError, lang: Lang): Pick<FormState, 'issues' | 'failure'> {
  const { issues, detail } = errorBody(error, lang)
  if (issues) return { issues }
  if (error.code === 'setup_code') return { issues: { code: catalog(lang).errors.setup_code } }
  if (error.code === 'username_taken') return { issues: { username: catalog(lang).errors.username_taken } }
  return { failure: detail }
}

const languageCookie = (lang: Lang) =>
  `language=${lang}; Path=/; Max-Age=${LIFETIME.preferenceCookie / 1_000}; SameSite=Lax`

type Opened = Awaited<ReturnType<typeof completeSetup>>

/** Stores the login session in localStorage, the only place from which the site's JavaScript reads it. */
function storeScript({ access_token, expires_at, user }: Opened, lang: Lang): string {
  const { id, username, karma, email_verified, is_admin } = user
  const stored = {
    token: access_token,
    user: JSON.stringify({ id, username, karma, email_verified }),
    user_id: String(id),
    username,
    token_expires: String(expires_at.getTime()),
    is_admin: String(is_admin),
    language: lang,
  }
  return `try{Object.entries(${scriptJson(stored)}).forEach(function(e){localStorage.setItem(e[0],e[1])})}catch(e){}`
}
