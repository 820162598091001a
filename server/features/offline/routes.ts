import type { Hono } from 'hono'
import type { Services } from '#server/context.ts'
import type { HttpEnv } from '#server/http/request.ts'

/** `sw-off` unregisters itself and empties what `sw` stored. */
export type WorkerName = 'sw' | 'sw-off'

/** `/sw.js` at the root, so that its scope is the whole site. */
export function workerRoutes(
  app: Hono<HttpEnv>,
  { config, settings }: Pick<Services, 'config' | 'settings'>,
  source: (name: WorkerName) => Promise<string>,
): void {
  // Requests that the worker makes fall under its own policy; public media may be redirected.
  const media = config.s3PublicUrl ? ` ${new URL(config.s3PublicUrl).origin}` : ''
  app.get('/sw.js', async () => {
    const code = await source(settings.value('offline') === 'on' ? 'sw' : 'sw-off')
    return new Response(code, {
      headers: {
        'Content-Type': 'text/javascript; charset=utf-8',
        'Cache-Control': 'no-cache',
        'Content-Security-Policy': `default-src 'none'; connect-src 'self'${media}; img-src 'self'${media}`,
      },
    })
  })
}
