import { join, resolve, sep } from 'node:path'
import type { Hono } from 'hono'
import { ApiError } from '#shared/api/errors.ts'
import type { HttpEnv } from '#server/http/request.ts'
import { acceptedEncoding } from './encoding.ts'

const ENDING = { br: '.br', gzip: '.gz' } as const

/**
 * Files with a hash in their name never change. Missing paths outside /assets may be pages or uploads of an imported
 * NodeBB forum, so the next routes get them.
 */
export function clientFiles(app: Hono<HttpEnv>, dir: string): void {
  const root = resolve(dir)
  app.get('*', async (c, next) => {
    const path = c.req.path
    const isAsset = path.startsWith('/assets/') && !path.startsWith('/assets/uploads/')
    if (!isAsset && !/^\/[\w-]+\.(svg|png|ico|txt|webmanifest)$/.test(path)) return next()
    const full = join(root, path)
    const isName = /^[\w./-]{1,200}$/.test(path) && full.startsWith(root + sep) && !/\.(br|gz)$/.test(path)
    const file = isName ? Bun.file(full) : null
    if (!file || !(await file.exists())) {
      if (isAsset) throw new ApiError('not_found')
      return next()
    }
    const encoding = acceptedEncoding(c.req.header('accept-encoding'))
    const packed = encoding && Bun.file(full + ENDING[encoding])
    const isPacked = packed && (await packed.exists())
    const content = isPacked ? packed : file
    return new Response(content, {
      headers: {
        'Content-Length': String(content.size),
        'Content-Type': file.type,
        'Cache-Control': isAsset ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
        Vary: 'Accept-Encoding',
        ...(isPacked && { 'Content-Encoding': encoding! }),
      },
    })
  })
}
