import type { Context, Hono, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { ApiError } from '#shared/api/errors.ts'
import type { Pages } from '#server/app.ts'
import type { BaseCtx } from '#server/context.ts'
import { addressKey } from '#server/http/address.ts'
import { errorResponse } from '#server/http/api.ts'
import { commonHeaders, contentSecurityPolicy } from '#server/http/headers.ts'
import { requestCtx, type HttpEnv } from '#server/http/request.ts'
import { ageCookie, renderAgeQuestion } from './age-question.tsx'
import type { AssetResolver } from './assets.ts'
import { encodeOnce, encodeStream } from './encode-stream.ts'
import { createFrameMemory } from './frame-memory.ts'
import { clientFiles } from './client-files.ts'
import { acceptedEncoding, answerCached, createPageCache, type CachedPage } from './page-cache.ts'
import { renderPage } from './render.tsx'

const HTML = 'text/html; charset=utf-8'
/** What of the API may change the communities that stand beside every page. */
const CHANGES_COMMUNITIES = /^\/api\/(categories|admin)\b/
/** Bytes of the form that answers the question of age. */
const AGE_FORM = 8_192

async function collect(stream: ReadableStream<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

const encodedHeaders = (headers: Record<string, string>, encoding: string | null) =>
  (encoding ? { ...headers, 'Content-Encoding': encoding } : headers)

/** What follows the host; taking the whole address apart would cost as much as answering from the cache. */
const pathAndQuery = (url: string) => url.slice(url.indexOf('/', url.indexOf('//') + 2))

/** The pages of the site: visitors' from the cache, members' rendered for their reader. `clientDir` holds the client's files. */
export function createPages(resolver: AssetResolver, clientDir?: string): Pages {
  return (services) => {
    const cache = createPageCache(() => services.now().getTime())
    const frame = createFrameMemory(() => services.now().getTime())
    const common = commonHeaders(services.config)

    /** Under what a visitor's page is kept; null where who asks may get a page of their own, or names no host. */
    function cacheKey(c: Context<HttpEnv>): string | null {
      const cookies = c.get('cookies')
      if (c.req.url.startsWith('/')) return null
      if (cookies.has('session') || c.req.header('authorization') !== undefined || /^\/admin(\/|$)/.test(c.req.path)) return null
      return `${c.get('variant')} ${c.get('lang')} ${cookies.get('adult_ok') === '1'} ${pathAndQuery(c.req.url)}`
    }

    const send = (c: Context<HttpEnv>, page: CachedPage) => answerCached(page, acceptedEncoding(c.req.header('accept-encoding')))

    // A page of results costs the search that the call costs.
    const countRead = (c: Context<HttpEnv>) =>
      services.limiter.take(c.req.path === '/search' ? 'search' : 'read', { address: addressKey(c.get('address')) })

    const atHand: MiddlewareHandler<HttpEnv> = async (c, next) => {
      if (c.req.method !== 'GET') {
        await next()
        if (CHANGES_COMMUNITIES.test(c.req.path)) frame.forget()
        return
      }
      const key = cacheKey(c)
      const page = key === null ? undefined : cache.find(key)
      if (!page) return next()
      try {
        countRead(c)
      } catch {
        // What is refused here is refused, and said, where pages are rendered.
        return next()
      }
      return send(c, page)
    }

    async function render(c: Context<HttpEnv>, ctx: BaseCtx, isVisitor: boolean) {
      const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64')
      const needsAge = ctx.variant === 'adult' && c.get('cookies').get('adult_ok') !== '1'
      // A visitor's page is others' too: it is finished for them where its first reader leaves early.
      const request = isVisitor ? new Request(c.req.url) : c.req.raw
      const rendered = needsAge
        ? await renderAgeQuestion(request, ctx, resolver, nonce)
        : await renderPage(request, ctx, { resolver, frame, nonce })
      return { rendered, nonce }
    }

    async function answer(c: Context<HttpEnv>): Promise<Response> {
      countRead(c)
      const key = cacheKey(c)
      if (key !== null) {
        const underWay = cache.rendering.get(key)
        const page = (underWay && await underWay) ?? cache.find(key)
        if (page) return send(c, page)
      }
      let finish: (page: CachedPage | null) => void = () => {}
      if (key !== null) cache.rendering.set(key, new Promise((resolve) => { finish = (page) => { cache.rendering.delete(key); resolve(page) } }))
      try {
        const ctx = await requestCtx(c, services, null)
        const { rendered, nonce } = await render(c, ctx, key !== null)
        if ('redirect' in rendered) {
          finish(null)
          return new Response(null, { status: rendered.status, headers: { Location: rendered.redirect, 'Cache-Control': 'private, no-cache' } })
        }
        const headers: Record<string, string> = {
          ...common,
          'Content-Type': HTML,
          'Content-Security-Policy': contentSecurityPolicy(nonce, resolver.connect),
          'Cache-Control': key === null ? 'private, no-cache' : 'no-cache',
          Vary: 'Cookie, Accept-Encoding',
        }
        const encoding = acceptedEncoding(c.req.header('accept-encoding'))
        if ('body' in rendered) {
          const page = { status: rendered.status, headers, body: rendered.body }
          if (key === null) return new Response(encoding ? await encodeOnce(page.body, encoding) : page.body, { status: page.status, headers: encodedHeaders(headers, encoding) })
          const kept = cache.keep(key, { ...page, isWhole: await rendered.isWhole })
          finish(kept)
          return send(c, kept)
        }
        let body: ReadableStream<Uint8Array> = rendered.stream
        if (key !== null) {
          const [sent, kept] = rendered.stream.tee()
          body = sent
          void collect(kept)
            .then(async (bytes) => cache.keep(key, { status: rendered.status, headers, body: bytes, isWhole: await rendered.isWhole }))
            .then(finish, () => finish(null))
        }
        return new Response(encoding ? encodeStream(body, encoding) : body, {
          status: rendered.status,
          headers: encodedHeaders(headers, encoding),
        })
      } catch (error) {
        finish(null)
        throw error
      }
    }

    const routes = (app: Hono<HttpEnv>): void => {
      if (clientDir !== undefined) clientFiles(app, clientDir)
      app.post('/age', bodyLimit({ maxSize: AGE_FORM, onError: () => { throw new ApiError('too_large') } }), async (c) => {
        const next = (await c.req.parseBody()).next
        c.header('Set-Cookie', ageCookie(services.config.publicUrl.startsWith('https:')))
        const path = typeof next === 'string' && /^\/(?!\/)[^\\]*$/.test(next) ? next : '/'
        return c.redirect(path, 303)
      })
      app.get('*', async (c) => {
        try {
          return await answer(c)
        } catch (error) {
          if (error instanceof ApiError) return errorResponse(c, error, services)
          throw error
        }
      })
    }
    return { atHand, routes }
  }
}
