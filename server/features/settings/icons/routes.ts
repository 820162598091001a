import { Hono, type Context } from 'hono'
import type { Services } from '#server/context.ts'
import { wholeBody } from '#server/http/whole-body.ts'
import type { HttpEnv } from '#server/http/request.ts'
import { ICON_SIDES, iconOf, iconVersion, maskableIconOf } from './icons.ts'

const IMMUTABLE = 'public, max-age=31536000, immutable'
const SHORT = 'public, max-age=300'

export function iconRoutes(services: Services): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>({ strict: false })

  async function answer(c: Context<HttpEnv>, side: number, make = iconOf): Promise<Response> {
    await services.limiter.take('media', { address: c.get('address') })
    const version = iconVersion(services.settings.value('icon'))
    const etag = `"${version}-${side}${make === iconOf ? '' : 'm'}"`
    const headers = {
      'Content-Type': 'image/png',
      // The picture behind a URL without the current version may change.
      'Cache-Control': c.req.query('v') === version ? IMMUTABLE : SHORT,
      ETag: etag,
    }
    if (c.req.header('if-none-match')?.includes(etag)) return new Response(null, { status: 304, headers })
    const whole = wholeBody(await make(services, side))
    return new Response(whole.body, { headers: { ...headers, ...whole.headers } })
  }

  for (const side of ICON_SIDES) app.get(`/icons/icon-${side}.png`, (c) => answer(c, side))
  for (const side of [192, 512]) app.get(`/icons/icon-maskable-${side}.png`, (c) => answer(c, side, maskableIconOf))
  app.get('/favicon.ico', (c) => answer(c, 32))
  return app
}
