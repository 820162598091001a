import { renderToReadableStream } from 'react-dom/server'
import { createStaticRouter, StaticRouterProvider, type StaticHandlerContext } from 'react-router-dom'
import '#shared/i18n/all-features.ts'
import { askedOf, isTextSet } from '#server/features/texts/rules.ts'
import { SITE_TEXTS } from '#shared/rules/texts.ts'
import { catalog } from '#shared/i18n/index.ts'
import { FEATURES } from '#shared/api/contract.ts'
import type { Lang } from '#shared/i18n/plural.ts'
import type { Theme } from '#server/features/forms/preferences.ts'
import type { LiteMode } from '#shared/rules/lite.ts'
import { iconVersion } from '#server/features/settings/icons/icons.ts'
import { themeColors } from '#server/features/offline/theme-colors.ts'
import { renderMarkdown } from '#server/markdown/markdown.ts'
import type { Api } from '#shared/api/index.ts'
import type { BaseCtx, Viewer } from '#server/context.ts'
import { createLocalApi } from '#server/http/api.ts'
import type { PageForms } from '#server/features/forms/page-forms.ts'
import type { CacheTag } from '#server/lib/invalidations.ts'
import { originOf } from '#server/http/variant.ts'
import { App } from '#site/shell/App.tsx'
import { DEFERRED, nameDeferred, settled } from '#site/core/await.tsx'
import type { Bootstrap } from '#site/core/bootstrap.ts'
import { Document } from '#site/shell/document.tsx'
import { KeptPartsContext, type KeptParts } from '#site/core/kept-parts.tsx'
import { pageErrorOf, type PageErrorData } from '#site/core/errors.ts'
import type { DocumentPolicy, Runtime, SidebarStream, SiteInfo, SiteViewer } from '#site/core/page.ts'
import { pageEntries } from '#site/routes.tsx'
import { listSidebarCategories } from '#site/features/categories/sidebar-categories.ts'
import { listSidebarStreams } from '#site/features/streams/sidebar-streams.ts'
import { loadRefusal } from '#site/features/moderation/Refusal.tsx'
import { version } from '../../package.json'
import type { AssetResolver } from './assets.ts'
import { entryScript } from './entry-script.ts'
import { createPageParts, type Markups } from './kept-parts.ts'
import type { SidebarCache } from './page-cache.ts'
import { looksOf } from './looks.ts'
import { addTags } from './page-tags.ts'
import { handlerOf } from './route-handlers.ts'
import { readUnreadCounts } from './unread-counts.ts'
import { markFulfilled, renderWhole } from './whole-page.ts'

/** `isComplete` is false if a deferred part failed. */
export type RenderedPage = {
  body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>
  status: number
  isComplete: Promise<boolean>
  policy?: DocumentPolicy
}

export type Rendered = { redirect: string; status: number } | RenderedPage

/** Milliseconds to wait for deferred parts, since streaming a page takes three times the CPU time of a whole page. */
const DEFERRED_TIMEOUT_MS = 150
const infoOf = new WeakMap<object, Partial<Record<Lang, SiteInfo>>>()

await loadRefusal()

/** The site's name and appearance are cached per language until the settings change. */
export function siteInfo({ config, lang, settings }: Pick<BaseCtx, 'config' | 'lang' | 'settings'>): SiteInfo {
  const values = settings.values()
  const known = infoOf.get(values)
  if (known?.[lang]) return known[lang]
  const about = values[`about_${lang}`]
  const colors = themeColors(values.accent)
  const info: SiteInfo = {
    name: values.site_name,
    logo: values.logo,
    icon: values.icon === null ? null : iconVersion(values.icon),
    looks: looksOf(values),
    tagline: values[`tagline_${lang}`],
    about_html: about === '' ? '' : renderMarkdown(about).html,
    support_email: values.contact_email,
    ads: values.ads,
    message_ttl: config.messageTtlAfterRead,
    minimum_age: values.minimum_age,
    bot_username: config.botUsername,
    normal_origin: originOf('normal', config),
    adult_origin: originOf('adult', config),
    time_zone: config.timeZone,
    registration_challenge: config.registrationChallenge,
    texts: SITE_TEXTS.filter((text) => isTextSet(settings, text)),
    asks_acceptance: askedOf(settings, []).length > 0,
    features: Object.fromEntries(FEATURES.map((feature) => [feature, values[feature]])) as SiteInfo['features'],
    languages: values.languages,
    communities_by: values.communities_by,
    offline: values.offline === 'on',
    theme_color: { normal: colors.normal.theme, adult: colors.adult.theme },
    panel_by: config.adminPassword === '' ? 'account' : 'password',
    version,
  }
  infoOf.set(values, { ...known, [lang]: info })
  return info
}

/** A promise becomes the id of the script in which its outcome is streamed. */
function withDeferred(loaderData: Record<string, unknown>): Record<string, unknown> {
  const plain = (routeId: string, data: unknown): unknown => {
    if (typeof data !== 'object' || data === null || Array.isArray(data)) return data
    return Object.fromEntries(
      Object.entries(data).map(([field, value]) => [
        field,
        value instanceof Promise ? nameDeferred(value, `${DEFERRED}${routeId}:${field}`) : value,
      ]),
    )
  }
  return Object.fromEntries(Object.entries(loaderData).map(([routeId, data]) => [routeId, plain(routeId, data)]))
}

function plainErrors(errors: StaticHandlerContext['errors']): Record<string, PageErrorData> | null {
  return errors && Object.fromEntries(Object.entries(errors).map(([routeId, error]) => [routeId, pageErrorOf(error)]))
}

function filesOf({ matches }: StaticHandlerContext): string[] {
  return matches.flatMap(({ route }) => (route.handle as { file?: string } | undefined)?.file ?? [])
}

async function policyOf({ matches, loaderData, errors }: StaticHandlerContext): Promise<DocumentPolicy | undefined> {
  const id = matches.at(-1)?.route.id
  const entry = pageEntries.find(({ ownDocument, paths }) => ownDocument && id !== undefined && paths.includes(id))
  if (!entry || errors || id === undefined) return undefined
  const { page } = await entry.module()
  return page.policy?.(loaderData[id])
}

/** A member sees no live streams of people whom they have blocked. */
async function loadSidebarStreams(ctx: BaseCtx, api: Api, { streams }: SidebarCache): Promise<SidebarStream[]> {
  const visitor = ctx.viewer === null ? api : createLocalApi({ ...ctx, viewer: null, admin_credential: null })
  const site = siteInfo(ctx)
  const shown = await streams.load(ctx.variant, () => listSidebarStreams({ api: visitor, site }, ctx.variant))
  return shown.length === 0 || ctx.viewer === null ? shown : listSidebarStreams({ api, site }, ctx.variant)
}

type AdsAnswer = Awaited<ReturnType<Api['ads']['list']>>

const idsOf = ({ ads }: AdsAnswer): number[] => ads.flatMap((ad) => ad?.id ?? [])

type RenderOptions = {
  resolver: AssetResolver
  sidebar: SidebarCache
  markups: Markups
  nonce: string
  /** Null for a page that is not cached. */
  tags: Set<CacheTag> | null
  ads: number[]
  forms: PageForms
  lite: LiteMode
  theme: Theme
}

const shownViewer = (viewer: Viewer): SiteViewer => ({
  id: viewer.id,
  username: viewer.username,
  email: viewer.email,
  karma: viewer.karma,
  email_verified: viewer.email_verified,
  is_admin: viewer.is_admin,
  avatar_url: viewer.avatar_url,
  suspension: viewer.suspension && {
    decision_id: viewer.suspension.decision_id,
    until: viewer.suspension.until?.toISOString() ?? null,
  },
})

function pathOf({ url }: Request): string {
  const { pathname, search } = new URL(url)
  return pathname + search
}

function runtimeOf(
  ctx: BaseCtx,
  api: Api,
  { sidebar, forms, lite }: Pick<RenderOptions, 'sidebar' | 'forms' | 'lite'>,
): Runtime {
  const { viewer } = ctx
  const since = ctx.events.lastId()
  return {
    api,
    viewer: viewer && shownViewer(viewer),
    lang: ctx.lang,
    t: catalog(ctx.lang),
    variant: ctx.variant,
    site: siteInfo(ctx),
    lite,
    ...forms.state,
    isSignedIn: () => viewer !== null,
    lastEventId: () => since,
    sidebarCategories: () => sidebar.categories.load(ctx.variant, () => listSidebarCategories(api, ctx.variant)),
    sidebarStreams: () => loadSidebarStreams(ctx, api, sidebar),
    unreadCounts: () => readUnreadCounts(ctx),
  }
}

/** Guards and loaders run first, then shell and main content are rendered, then the deferred parts. */
export async function renderPage(
  request: Request,
  ctx: BaseCtx,
  { resolver, sidebar, markups, nonce, tags, ads, forms, lite, theme }: RenderOptions,
): Promise<Rendered> {
  const api = createLocalApi(ctx, (group, name, input, answer) => {
    if (tags) addTags(tags, group, name, input, answer)
    if (group === 'ads' && answer !== null) ads.push(...idsOf(answer as AdsAnswer))
  })
  const runtime = runtimeOf(ctx, api, { sidebar, forms, lite })
  const handler = handlerOf(request.url)
  const context = await handler.query(request, { requestContext: runtime })
  if (context instanceof Response) return { redirect: context.headers.get('location') ?? '/', status: 302 }

  for (const error of Object.values(context.errors ?? {})) {
    if (pageErrorOf(error).status >= 500)
      ctx.log.error('A page failed', { request_id: ctx.request_id, path: new URL(request.url).pathname, error })
  }
  const errors = plainErrors(context.errors)
  const status = errors ? Math.max(...Object.values(errors).map((error) => error.status || 500)) : context.statusCode
  const bootstrap: Bootstrap = {
    lang: runtime.lang,
    variant: runtime.variant,
    viewer: runtime.viewer,
    site: runtime.site,
    lite,
    ...forms.state,
    now: ctx.now().getTime(),
    loader_data: withDeferred(context.loaderData),
    errors,
  }
  const shown = { ...context, errors: errors as StaticHandlerContext['errors'] }
  const assets = resolver.assets(ctx.lang, filesOf(context))
  const pageWith = (parts: KeptParts | null) => (
    <Document bootstrap={bootstrap} assets={assets} nonce={nonce} theme={theme}>
      <KeptPartsContext value={parts}>
        <App runtime={runtime} renderedAt={bootstrap.now}>
          <StaticRouterProvider
            router={createStaticRouter(handler.dataRoutes, shown)}
            context={shown}
            hydrate={false}
          />
        </App>
      </KeptPartsContext>
    </Document>
  )
  const deferred = deferredParts(context.loaderData)
  const isComplete = settleAll(deferred)
  const policy = await policyOf(context)
  // The light mode has no JavaScript to insert deferred parts later, so it waits for them.
  const isLite = lite === 'on'
  if (deferred.length === 0 || (isLite ? (await isComplete, true) : await settlesInTime(isComplete))) {
    // A page with a refused form contains the typed values, so it uses no cached fragments.
    const parts = runtime.failed_form
      ? null
      : createPageParts(markups, runtime, { now: bootstrap.now, path: pathOf(request) })
    const body = renderWhole(pageWith(parts), { ...assets, nonce }, parts)
    if (body !== null) return { body, status, isComplete, policy }
  }
  const body = await renderToReadableStream(pageWith(null), {
    nonce,
    // Outside of the React tree, the script loads the page's scripts while deferred parts are still streaming.
    bootstrapScriptContent: entryScript(assets),
    signal: request.signal,
    onError: (error) => {
      if (!request.signal.aborted) ctx.log.error('Rendering failed', { request_id: ctx.request_id, error })
    },
  })
  if (isLite) await body.allReady
  return { body, status, isComplete, policy }
}

function deferredParts(loaderData: Record<string, unknown>): Promise<unknown>[] {
  return Object.values(loaderData)
    .flatMap((data) => (typeof data === 'object' && data !== null ? Object.values(data) : []))
    .filter((value) => value instanceof Promise)
}

async function settleAll(parts: Promise<unknown>[]): Promise<boolean> {
  const outcomes = await Promise.all(
    parts.map(async (part) => {
      const outcome = settled(part)
      markFulfilled(outcome, await outcome)
      return outcome
    }),
  )
  return outcomes.every((outcome) => 'value' in outcome)
}

async function settlesInTime(outcome: Promise<unknown>): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => resolve(false), DEFERRED_TIMEOUT_MS)
  void outcome.then(() => resolve(true))
  const isSettled = await promise
  clearTimeout(timer)
  return isSettled
}
