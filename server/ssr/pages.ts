import type { Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { ApiError } from '#shared/api/errors.ts'
import type { BaseCtx, Services } from '#server/context.ts'
import { addressKey } from '#server/http/address.ts'
import { errorResponse } from '#server/http/api.ts'
import { readCookies } from '#server/http/cookies.ts'
import { contentSecurityPolicy } from '#server/http/headers.ts'
import { requestCtx, type HttpEnv } from '#server/http/request.ts'
import { ageCookie, renderAgeQuestion } from './age-question.tsx'
import type { AssetResolver } from './assets.ts'
import { encodeOnce, encodeStream } from './encode-stream.ts'
import { acceptedEncoding, createPageCache, encodedBody, type CachedPage } from './page-cache.ts'
import { renderPage } from './render.tsx'

const HTML = 'text/html; charset=utf-8'
/** Bytes of the form that answers the question of age. */
const AGE_FORM = 8_192

async function collect(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

const encodedHeaders = (headers: Record<string, string>, encoding: string | null) =>
  (encoding ? { ...headers, 'Content-Encoding': encoding } : headers)

/** What follows the host; taking the whole address apart would cost as much as answering from the cache. */
const pathAndQuery = (url: string) => url.slice(url.indexOf('/', url.indexOf('//') + 2))

/** The pages of the site: visitors' from the cache, members' rendered for their reader. */
export function pageRoutes(resolver: AssetResolver) {
  return (app: Hono<HttpEnv>, services: Services): void => {
    const cache = createPageCache(() => services.now().getTime())

    function answerCached(c: Context<HttpEnv>, page: CachedPage): Response {
      const encoding = acceptedEncoding(c.req.header('accept-encoding'))
      return new Response(encodedBody(page, encoding) as Uint8Array<ArrayBuffer>, { status: page.status, headers: encodedHeaders(page.headers, encoding) })
    }

    async function render(c: Context<HttpEnv>, ctx: BaseCtx, isVisitor: boolean) {
      const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64')
      const needsAge = ctx.variant === 'adult' && readCookies(c.req.header('cookie')).get('adult_ok') !== '1'
      // A visitor's page is others' too: it is finished for them where its first reader leaves early.
      const request = isVisitor ? new Request(c.req.url) : c.req.raw
      const rendered = needsAge
        ? await renderAgeQuestion(request, ctx, resolver, nonce)
        : await renderPage(request, ctx, resolver, nonce)
      return { rendered, nonce }
    }

    async function answer(c: Context<HttpEnv>): Promise<Response> {
      // A page of results costs the search that the call costs.
      services.limiter.take(c.req.path === '/search' ? 'search' : 'read', { address: addressKey(c.get('address')) })
      const cookies = readCookies(c.req.header('cookie'))
      const isPanel = /^\/admin(\/|$)/.test(c.req.path)
      const isVisitor = !cookies.has('session') && !c.req.header('authorization') && !isPanel
      const key = [c.get('variant'), c.get('lang'), cookies.get('adult_ok') === '1', pathAndQuery(c.req.url)].join(' ')

      if (isVisitor) {
        const underWay = cache.rendering.get(key)
        const page = (underWay && await underWay) ?? cache.find(key)
        if (page) return answerCached(c, page)
      }
      let finish: (page: CachedPage | null) => void = () => {}
      if (isVisitor) cache.rendering.set(key, new Promise((resolve) => { finish = (page) => { cache.rendering.delete(key); resolve(page) } }))
      try {
        const ctx = await requestCtx(c, services, null)
        const { rendered, nonce } = await render(c, ctx, isVisitor)
        if ('redirect' in rendered) {
          finish(null)
          return new Response(null, { status: rendered.status, headers: { Location: rendered.redirect, 'Cache-Control': 'private, no-cache' } })
        }
        const headers: Record<string, string> = {
          'Content-Type': HTML,
          'Content-Security-Policy': contentSecurityPolicy(nonce, resolver.connect),
          'Cache-Control': isVisitor ? 'no-cache' : 'private, no-cache',
          Vary: 'Cookie, Accept-Encoding',
        }
        const encoding = acceptedEncoding(c.req.header('accept-encoding'))
        if ('body' in rendered) {
          const page = { status: rendered.status, headers, body: rendered.body }
          if (!isVisitor) return new Response(encoding ? await encodeOnce(page.body, encoding) : page.body, { status: page.status, headers: encodedHeaders(headers, encoding) })
          const kept = cache.keep(key, { ...page, isWhole: await rendered.isWhole })
          finish(kept)
          return answerCached(c, kept)
        }
        let body: ReadableStream<Uint8Array> = rendered.stream
        if (isVisitor) {
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
}
