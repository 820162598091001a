import type { Hono } from 'hono'
import type { Services } from '#server/context.ts'
import type { HttpEnv } from '#server/http/request.ts'

/** `sw-off` is a service worker that unregisters itself and deletes the caches of `sw`. */
export type WorkerName = 'sw' | 'sw-off'

/** `/sw.js` is at the root, because the path determines the scope of a service worker. */
export function workerRoutes(
  app: Hono<HttpEnv>,
  { config, settings }: Pick<Services, 'config' | 'settings'>,
  source: (name: WorkerName) => Promise<string>,
): void {
  // Media may be redirected to the media storage, so the CSP allows the origin of the storage.
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
