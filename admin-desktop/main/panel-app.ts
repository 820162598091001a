import { Hono } from 'hono'
import { UNREACHABLE_HEADER } from '../wire.ts'
import type { Forwarded } from './forward.ts'
import type { PanelFile } from './panel-files.ts'
import { originOf, parseUrl } from './url.ts'

export const PANEL_ORIGIN = 'app://console'

/** Only the console's own scripts may run; community icons may come from any https URL. */
const CONTENT_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: https:",
  "media-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "object-src 'none'",
].join('; ')

const PAGE_HEADERS = {
  'content-security-policy': CONTENT_POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cache-control': 'no-store',
}

type PanelAppOptions = {
  files: Map<string, PanelFile>
  forward: (request: Request) => Promise<Forwarded>
  /** The only origin whose requests are served: `app://console` in the window, localhost in a plain browser. */
  origin?: string
}

export function createPanelApp({ files, forward, origin = PANEL_ORIGIN }: PanelAppOptions): Hono {
  const app = new Hono()

  app.use(async (c, next) => {
    const url = parseUrl(c.req.url)
    if (!url || originOf(url) !== origin) return c.body(null, 421)
    if (!isOfPage(c.req.raw, origin)) return c.body(null, 403)
    await next()
  })

  const answerCall = async (request: Request): Promise<Response> => {
    const forwarded = await forward(request)
    if ('response' in forwarded) return forwarded.response
    if ('unreachable' in forwarded) return Response.json({}, { status: 503, headers: { [UNREACHABLE_HEADER]: '1' } })
    return Response.json({ code: 'not_forwarded' }, { status: forwarded.refused })
  }
  app.all('/api/*', (c) => answerCall(c.req.raw))
  app.all('/media/*', (c) => answerCall(c.req.raw))

  app.get('*', async (c) => {
    const path = new URL(c.req.url).pathname
    // Every path without a file extension is a page of the panel.
    const file = files.get(/\.[^/]*$/.test(path) ? path : '/index.html')
    if (!file) return c.body(null, 404)
    return c.body(await file.read(), 200, { ...PAGE_HEADERS, 'content-type': file.type })
  })
  return app
}

/** Requests of other origins must not get the credential; any web page can reach a local port. */
function isOfPage(request: Request, origin: string): boolean {
  const asker = request.headers.get('origin')
  if (asker !== null && asker !== origin) return false
  const site = request.headers.get('sec-fetch-site')
  return origin === PANEL_ORIGIN || site === null || site === 'same-origin' || site === 'none'
}
