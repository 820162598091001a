import { join, resolve, sep } from 'node:path'
import type { Hono } from 'hono'
import type { HttpEnv } from '#server/http/request.ts'
import { acceptedEncoding } from './page-cache.ts'

const ENDING = { br: '.br', gzip: '.gz' } as const

/** The client's own files: hashed ones for ever, the others for an hour; a name of nothing falls through to the pages. */
export function clientFiles(app: Hono<HttpEnv>, dir: string): void {
  const root = resolve(dir)
  app.get('*', async (c, next) => {
    const path = c.req.path
    const isAsset = path.startsWith('/assets/')
    if (!isAsset && !/^\/[\w-]+\.(svg|png|ico|txt|webmanifest)$/.test(path)) return next()
    const full = join(root, path)
    if (!full.startsWith(root + sep) || path.includes('%') || path.endsWith('.br') || path.endsWith('.gz')) return next()
    const file = Bun.file(full)
    if (!(await file.exists())) return next()
    const encoding = acceptedEncoding(c.req.header('accept-encoding'))
    const packed = encoding && Bun.file(full + ENDING[encoding])
    const isPacked = packed && await packed.exists()
    return new Response(isPacked ? packed : file, {
      headers: {
        'Content-Type': file.type,
        'Cache-Control': isAsset ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
        Vary: 'Accept-Encoding',
        ...(isPacked && { 'Content-Encoding': encoding! }),
      },
    })
  })
}
