import type { ReactElement } from 'react'
import { renderToReadableStream, renderToString } from 'react-dom/server'
import { createStaticRouter, StaticRouterProvider, type StaticHandlerContext } from 'react-router-dom'
import { catalog } from '#shared/i18n/index.ts'
import type { Config } from '#server/config.ts'
import type { BaseCtx } from '#server/context.ts'
import { createLocalApi } from '#server/http/api.ts'
import { originOf } from '#server/http/variant.ts'
import { App } from '#site/app/App.tsx'
import { DEFERRED, nameDeferred, settled } from '#site/app/await.tsx'
import type { Bootstrap } from '#site/app/bootstrap.ts'
import { Document } from '#site/app/document.tsx'
import { pageErrorOf, type PageErrorData } from '#site/app/errors.ts'
import type { Runtime, SiteInfo } from '#site/app/page.ts'
import { listSideCommunities } from '#site/features/layout/communities.ts'
import { version } from '../../package.json'
import type { AssetResolver } from './assets.ts'
import type { FrameMemory } from './frame-memory.ts'
import { handlerOf } from './route-handlers.ts'

/** `isWhole` says at the end whether every late part has come. */
export type Rendered =
  | { redirect: string, status: number }
  | { stream: ReadableStream<Uint8Array> & { allReady: Promise<void> }, status: number, isWhole: Promise<boolean> }
  | { body: Buffer<ArrayBuffer>, status: number, isWhole: Promise<boolean> }

/** How long a page waits for its late parts before it is sent without them, in ms: in one piece it costs a third. */
const TOGETHER = 150
/** How React marks a part that it leaves to the browser. */
const LEFT_OUT = '<!--$!-->'
const END = '</body></html>'
const DOCTYPE = Buffer.from('<!DOCTYPE html>')
/** React's own script, which keeps what is sent before hydration; in one piece it knows of no nonce. */
const KEEPER = '<script id="_R_"'

const infoOf = new WeakMap<Config, SiteInfo>()

/** What the site is, for its pages. */
export function siteInfo({ config }: Pick<BaseCtx, 'config'>): SiteInfo {
  const known = infoOf.get(config)
  if (known) return known
  const info: SiteInfo = {
    name: config.siteName,
    support_email: config.supportEmail,
    ads: config.ads === 'house',
    message_ttl: config.messageTtlAfterRead,
    bot_username: config.botUsername,
    normal_origin: originOf('normal', config),
    adult_origin: originOf('adult', config),
    time_zone: config.timeZone,
    version,
  }
  infoOf.set(config, info)
  return info
}

/** Loader data as JSON can hold it: a promise becomes the id under which its outcome streams in. */
function withDeferred(loaderData: Record<string, unknown>): Record<string, unknown> {
  const plain = (routeId: string, data: unknown): unknown => {
    if (typeof data !== 'object' || data === null || Array.isArray(data)) return data
    return Object.fromEntries(Object.entries(data).map(([field, value]) =>
      [field, value instanceof Promise ? nameDeferred(value, `${DEFERRED}${routeId}:${field}`) : value]))
  }
  return Object.fromEntries(Object.entries(loaderData).map(([routeId, data]) => [routeId, plain(routeId, data)]))
}

function plainErrors(errors: StaticHandlerContext['errors']): Record<string, PageErrorData> | null {
  return errors && Object.fromEntries(Object.entries(errors).map(([routeId, error]) => [routeId, pageErrorOf(error)]))
}

function filesOf({ matches }: StaticHandlerContext): string[] {
  return matches.flatMap(({ route }) => (route.handle as { file?: string } | undefined)?.file ?? [])
}

/** Renders the page of a request: guards and loaders first, then shell and main content, then what streams behind. */
export async function renderPage(
  request: Request, ctx: BaseCtx, { resolver, frame, nonce }: { resolver: AssetResolver, frame: FrameMemory, nonce: string },
): Promise<Rendered> {
  const { viewer } = ctx
  const api = createLocalApi(ctx)
  const runtime: Runtime = {
    api,
    viewer: viewer && {
      id: viewer.id, username: viewer.username, email: viewer.email, karma: viewer.karma,
      email_verified: viewer.email_verified, is_admin: viewer.is_admin,
    },
    lang: ctx.lang,
    t: catalog(ctx.lang),
    variant: ctx.variant,
    site: siteInfo(ctx),
    isSignedIn: () => viewer !== null,
    sideCommunities: () => frame.communities(ctx.variant, () => listSideCommunities(api, ctx.variant)),
  }
  const handler = handlerOf(request.url)
  const context = await handler.query(request, { requestContext: runtime })
  if (context instanceof Response) return { redirect: context.headers.get('location') ?? '/', status: 302 }

  for (const error of Object.values(context.errors ?? {})) {
    if (pageErrorOf(error).status >= 500) ctx.log.error('A page failed', { request_id: ctx.request_id, path: new URL(request.url).pathname, error })
  }
  const errors = plainErrors(context.errors)
  const status = errors ? Math.max(...Object.values(errors).map((error) => error.status || 500)) : context.statusCode
  const bootstrap: Bootstrap = {
    lang: runtime.lang,
    variant: runtime.variant,
    viewer: runtime.viewer,
    site: runtime.site,
    now: ctx.now().getTime(),
    loader_data: withDeferred(context.loaderData),
    errors,
  }
  const shown = { ...context, errors: errors as StaticHandlerContext['errors'] }
  const assets = resolver.assets(ctx.lang, filesOf(context))
  const page = (
    <Document bootstrap={bootstrap} assets={assets} nonce={nonce}>
      <App runtime={runtime} renderedAt={bootstrap.now}>
        <StaticRouterProvider router={createStaticRouter(handler.dataRoutes, shown)} context={shown} hydrate={false} />
      </App>
    </Document>
  )
  const late = lateParts(context.loaderData)
  const isWhole = Promise.all(late.map(settled)).then((outcomes) => outcomes.every((outcome) => 'value' in outcome))
  if (await comesSoon(late.length === 0 ? null : isWhole)) {
    const body = inOnePiece(page, assets.entry, nonce)
    if (body !== null) return { body, status, isWhole }
  }
  const stream = await renderToReadableStream(page, {
    nonce,
    // Not part of the tree: an async module starts as soon as it is there, while late parts still stream in.
    bootstrapModules: assets.entry === undefined ? [] : [assets.entry],
    signal: request.signal,
    onError: (error) => {
      if (!request.signal.aborted) ctx.log.error('Rendering failed', { request_id: ctx.request_id, error })
    },
  })
  return { stream, status, isWhole }
}

/** What of the data is sent when it is there. */
function lateParts(loaderData: Record<string, unknown>): Promise<unknown>[] {
  return Object.values(loaderData)
    .flatMap((data) => (typeof data === 'object' && data !== null ? Object.values(data) : []))
    .filter((value) => value instanceof Promise)
}

/** Whether late parts, where there are any, are there soon, however they end. */
async function comesSoon(parts: Promise<unknown> | null): Promise<boolean> {
  if (parts === null) return true
  const soon = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => soon.resolve(false), TOGETHER)
  void parts.then(() => soon.resolve(true))
  const isThere = await soon.promise
  clearTimeout(timer)
  return isThere
}

/** The page in one piece; null where a part of it fails or waits after all, which only a stream can tell. */
function inOnePiece(page: ReactElement, entry: string | undefined, nonce: string): Buffer<ArrayBuffer> | null {
  let html: string
  try {
    html = renderToString(page)
  } catch {
    return null
  }
  if (!html.endsWith(END)) return null
  // Bytes are searched many times faster than texts.
  const rendered = Buffer.from(html)
  if (rendered.includes(LEFT_OUT)) return null
  const script = entry === undefined ? '' : `<script type="module" src="${entry}" nonce="${nonce}" async=""></script>`
  const keeper = rendered.indexOf(KEEPER)
  const middle = keeper < 0 ? 0 : keeper + KEEPER.length
  return Buffer.concat([
    DOCTYPE,
    rendered.subarray(0, middle),
    Buffer.from(keeper < 0 ? '' : ` nonce="${nonce}"`),
    rendered.subarray(middle, -END.length),
    Buffer.from(script + END),
  ])
}
