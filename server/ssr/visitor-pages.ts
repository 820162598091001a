import type { Context } from 'hono'
import type { CachedPages } from '#server/http/app.ts'
import { isOnFormerHost } from '#server/features/import/redirects.ts'
import type { HttpEnv } from '#server/http/request.ts'
import { acceptedEncoding } from './encoding.ts'
import { cachedResponse, type CachedPage } from './page-cache.ts'
import { countPage, visitorKey } from './page-request.ts'
import { redirectResponse, sendCached, sendOnce } from './page-response.ts'
import { countAds, renderRequest, type PageServer } from './page-server.ts'

export function cachedPages(server: PageServer): CachedPages {
  const { pages, services } = server
  return async (request, caller) => {
    const key = request.method === 'GET' ? visitorKey(server, request, caller) : null
    const page = key === null ? null : pages.get(key)
    // A missing page may be a URL of an imported forum, which `createPages` looks up.
    if (!page || page.status === 404) return null
    const host = request.headers.get('host') ?? URL.parse(request.url)?.host
    if (await isOnFormerHost(services.db, host, services.config, services.now())) return null
    try {
      await countPage(request, caller, services.limiter)
    } catch {
      // The rate limit is reached; the uncached route refuses the request too, and renders the error.
      return null
    }
    countAds(server, request, page.ads)
    return cachedResponse(page, acceptedEncoding(request.headers.get('accept-encoding')))
  }
}

/** One rendering is shared by all concurrent requests. */
export async function answerVisitor(server: PageServer, c: Context<HttpEnv>, key: string): Promise<Response> {
  const { pages } = server
  const inFlight = pages.inFlight(key)
  const known = (inFlight && (await inFlight)) ?? pages.get(key)
  // With an `await` between this lookup and `begin`, a second request would not find the rendering in flight.
  if (known) {
    countAds(server, c.req.raw, known.ads)
    return sendCached(c, known)
  }
  const pending = pages.begin(key)
  try {
    const rendering = await renderRequest(server, c, { isVisitor: true })
    if ('redirect' in rendering) {
      pending.finish(null, false)
      return redirectResponse(rendering.redirect, rendering.status)
    }
    const { body, status, headers, tags, ads, isComplete } = rendering
    const finish = async (bytes: Uint8Array<ArrayBuffer>): Promise<CachedPage> => {
      // A page that was cut short lacks the cache tags of its missing parts, so it is not cached.
      const isCacheable = (await isComplete) && status < 500
      const page: CachedPage = { status, headers, body: bytes, tags, ads, encoded: new Map() }
      pending.finish(page, isCacheable)
      countAds(server, c.req.raw, ads)
      return page
    }
    if (!(body instanceof ReadableStream)) return sendCached(c, await finish(body))
    const [sent, collected] = body.tee()
    void new Response(collected)
      .arrayBuffer()
      .then((bytes) => finish(new Uint8Array(bytes)))
      .catch(() => pending.finish(null, false))
    return await sendOnce(c, { body: sent, status, headers })
  } catch (error) {
    pending.finish(null, false)
    throw error
  }
}
