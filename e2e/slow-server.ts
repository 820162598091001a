import { delayOf } from './slow.ts'

/**
 * Preloaded by the server of a slow run: delays API calls, assets and media before they are handled and before the
 * response is sent.
 */
const serve = Bun.serve
const DELAYED = /^\/(api|assets|media|uploads)\//
const counts = new Map<string, number>()

const slowServe = (options: {
  fetch: (request: Request, server: Bun.Server<undefined>) => Response | Promise<Response>
}) =>
  serve({
    ...options,
    async fetch(request: Request, server: Bun.Server<undefined>) {
      const { pathname } = new URL(request.url)
      if (!DELAYED.test(pathname)) return options.fetch(request, server)
      const name = `${request.method} ${pathname}`
      const count = (counts.get(name) ?? 0) + 1
      counts.set(name, count)
      await Bun.sleep(delayOf(`${name} ${count} before`))
      const response = await options.fetch(request, server)
      if (pathname !== '/api/events') await Bun.sleep(delayOf(`${name} ${count} after`))
      return response
    },
  })
Object.assign(Bun, { serve: slowServe })
