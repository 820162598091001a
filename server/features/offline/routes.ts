import type { Hono } from 'hono'
import type { Services } from '#server/context.ts'
import type { HttpEnv } from '#server/http/request.ts'

/** `sw-off` unregisters itself and deletes what `sw` stored. */
export type WorkerName = 'sw' | 'sw-off'

/** Serves `/sw.js` at the root, so that its scope is the whole site. */
export function workerRoutes(
  app: Hono<HttpEnv>,
  { config, settings }: Pick<Services, 'config' | 'settings'>,
  source: (name: WorkerName) => Promise<string>,
): void {
  // The worker's requests are under its own policy, which allows the redirects to public media.
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
