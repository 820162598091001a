import type { Context } from 'hono'
import type { FailedForm } from '#shared/rules/forms.ts'
import type { Services } from '#server/context.ts'
import { isSeen } from '#server/features/ads/rules.ts'
import { requestCtx, type HttpEnv } from '#server/http/request.ts'
import type { BaseCtx } from '#server/context.ts'
import { formsOf, NO_FORMS } from '#server/features/forms/page-forms.ts'
import type { CacheTag } from '#server/lib/invalidations.ts'
import { renderAgeQuestion } from './age-question.tsx'
import type { AssetResolver } from './assets.ts'
import { createMarkups, type Markups } from './kept-parts.ts'
import {
  createPageCache,
  createSidebarCache,
  invalidatePages,
  type PageCache,
  type SidebarCache,
} from './page-cache.ts'
import { themeOf } from '#server/features/forms/preferences.ts'
import { liteCookie, liteOf, withoutLite } from './lite/mode.ts'
import { liteBody } from './lite/body.ts'
import { hasVisitorForms, isOfAge } from './page-request.ts'
import { pageHeaders, redirectResponse, sendOnce, type PageHeaders } from './page-response.ts'
import { renderPage, type RenderedPage } from './render.tsx'

export type PageServer = {
  services: Services
  resolver: AssetResolver
  pages: PageCache
  sidebar: SidebarCache
  markups: Markups
}

export function createPageServer(services: Services, resolver: AssetResolver): PageServer {
  const now = () => services.now().getTime()
  const pages = createPageCache(now)
  const sidebar = createSidebarCache(now)
  services.invalidations.subscribe((tags) => {
    invalidatePages(pages, tags)
    if (tags.has('categories') || tags.has('*')) sidebar.categories.clear()
    if (tags.has('streams') || tags.has('*')) sidebar.streams.clear()
  })
  return { services, resolver, pages, sidebar, markups: createMarkups(!services.config.production) }
}

export function countAds({ services }: PageServer, request: Request, ads: readonly number[]): void {
  if (ads.length > 0 && isSeen(request)) services.adCounts.view(ads)
}

type Rendering =
  | { redirect: string; status: number; cookies: readonly string[] }
  | (RenderedPage & {
      headers: PageHeaders
      tags: ReadonlySet<CacheTag>
      ads: readonly number[]
      cookies: readonly string[]
    })

/** A page shown again because its form was refused. */
type FailedPage = { ctx: BaseCtx; form: FailedForm; status: number }

const pageRequest = (c: Context<HttpEnv>, url: string) =>
  new Request(url, { headers: c.req.raw.headers, signal: c.req.raw.signal })

export async function renderRequest(
  { services, resolver, sidebar, markups }: PageServer,
  c: Context<HttpEnv>,
  { isVisitor, failed }: { isVisitor: boolean; failed?: FailedPage },
): Promise<Rendering> {
  const ctx = failed?.ctx ?? (await requestCtx(c, services, null))
  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64')
  const tags = new Set<CacheTag>()
  const ads: number[] = []
  // A visitor's page is shared, so it is rendered completely even if its first reader disconnects.
  const lite = liteOf(c.req.raw, c.var)
  const url = withoutLite(failed ? new URL(failed.form.path, c.req.url).href : c.req.url)
  const request = isVisitor ? new Request(url) : url === c.req.url ? c.req.raw : pageRequest(c, url)
  const forms = isVisitor
    ? NO_FORMS
    : formsOf(c, ctx, { failed: failed?.form ?? null, isForVisitors: hasVisitorForms(request) })
  const rendered =
    ctx.variant === 'adult' && !isOfAge(c.var)
      ? await renderAgeQuestion(request, ctx, resolver, nonce)
      : await renderPage(request, ctx, {
          resolver,
          sidebar,
          markups,
          nonce,
          tags: isVisitor ? tags : null,
          ads,
          forms,
          lite: lite.mode,
          theme: themeOf(c.var.cookies),
        })
  const remembered =
    lite.remember === null ? [] : [liteCookie(lite.remember, services.config.publicUrl.startsWith('https:'))]
  if ('redirect' in rendered) return { ...rendered, cookies: remembered }
  return {
    ...rendered,
    body: lite.mode === 'on' ? await liteBody(rendered.body, ctx) : rendered.body,
    status: failed?.status ?? rendered.status,
    tags,
    ads,
    cookies: [...forms.cookies, ...remembered],
    headers: pageHeaders(services.config, { nonce, connect: resolver.connect, isVisitor, policy: rendered.policy }),
  }
}

const answerOf = (c: Context<HttpEnv>, rendering: Rendering) =>
  'redirect' in rendering ? redirectResponse(rendering.redirect, rendering.status) : sendOnce(c, rendering)

export async function answerReader(server: PageServer, c: Context<HttpEnv>, failed?: FailedPage): Promise<Response> {
  const rendering = await renderRequest(server, c, { isVisitor: false, failed })
  const response = await answerOf(c, rendering)
  if (!('redirect' in rendering)) void rendering.isComplete.then(() => countAds(server, c.req.raw, rendering.ads))
  for (const cookie of rendering.cookies) response.headers.append('Set-Cookie', cookie)
  return response
}
