import { Hono, type Context } from 'hono'
import { ApiError } from '#shared/api/errors.ts'
import type { Services } from '#server/context.ts'
import { requireScope } from '#server/features/auth/scopes.ts'
import { findExportFile } from '#server/features/exports/queries.ts'
import { fileName } from '#server/features/exports/rules.ts'
import { maySeeMessageImage } from '#server/features/messages/queries.ts'
import { readerOf } from '../moderation/index.ts'
import { findMessageImage, isPublic, isShownTo } from './queries.ts'
import { keyOf, privateKeys } from '#server/media/storage-keys.ts'
import { streamOf } from '#server/media/storage.ts'
import { parseRange } from './range.ts'
import { NO_STORE } from '#server/http/headers.ts'
import { requestCtx, type HttpEnv } from '#server/http/request.ts'

const IMAGE = /i\/([0-9a-f]{40})-\d{1,5}x\d{1,5}(?:-(?:\d{3,4}|poster|a(?:64|128|256)))?\.(?:webp|gif)/
const VIDEO = /v\/([0-9a-f]{40})(?:-poster\.webp|\.mp4|\.webm)/
const CAPTIONS = /c\/([0-9a-f]{40})\.vtt/
const PUBLIC = new RegExp(`^/media/(?:${IMAGE.source}|${VIDEO.source}|${CAPTIONS.source})$`)
const EXPORT = /^\/media\/e\/[0-9a-f]{32}\.zip$/
const PRIVATE = /^\/media\/m\/[0-9a-f]{32}$/

const TYPES: Record<string, string> = {
  webp: 'image/webp',
  gif: 'image/gif',
  mp4: 'video/mp4',
  webm: 'video/webm',
  vtt: 'text/vtt; charset=utf-8',
  zip: 'application/zip',
}
const IMMUTABLE = 'public, max-age=31536000, immutable'
const REDIRECT_CACHE = 'public, max-age=60'
const POLICY =
  "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"

async function respond(
  c: Context<HttpEnv>,
  { media }: Services,
  key: string,
  cacheControl: string,
  disposition = 'inline',
): Promise<Response> {
  const file = await media.get(key)
  if (!file) throw new ApiError('not_found')
  const etag = `"${key.slice(key.lastIndexOf('/') + 1)}"`
  const headers: Record<string, string> = {
    'Content-Type': TYPES[key.slice(key.lastIndexOf('.') + 1)]!,
    'Content-Disposition': disposition,
    'Content-Security-Policy': POLICY,
    'Cache-Control': cacheControl,
    'Accept-Ranges': 'bytes',
    ETag: etag,
  }
  const etags = c.req
    .header('if-none-match')
    ?.split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
  if (etags?.some((tag) => tag === etag || tag === '*')) return new Response(null, { status: 304, headers })

  const ifRange = c.req.header('if-range')
  const range = ifRange === undefined || ifRange === etag ? parseRange(c.req.header('range'), file.size) : 'none'
  if (range === 'unsatisfiable') {
    return new Response(null, {
      status: 416,
      headers: { ...headers, 'Cache-Control': NO_STORE, 'Content-Range': `bytes */${file.size}` },
    })
  }
  if (range === 'none') {
    // Bun applies a Range header to a Blob body by itself, but not to a stream.
    const body = c.req.header('range') === undefined ? file.body : streamOf(file)
    return new Response(body, { headers: { ...headers, 'Content-Length': String(file.size) } })
  }
  const part = await media.get(key, range)
  if (!part) throw new ApiError('not_found')
  return new Response(part.body, {
    status: 206,
    headers: {
      ...headers,
      'Content-Length': String(range.end - range.start + 1),
      'Content-Range': `bytes ${range.start}-${range.end}/${file.size}`,
    },
  })
}

async function privateKey(c: Context<HttpEnv>, services: Services): Promise<string> {
  const url = c.req.path
  // Besides login sessions, access tokens are accepted if their scopes cover private messages.
  const { viewer } = await requestCtx(c, services, null, { anyScope: true })
  requireScope({ scope: 'read:private' }, viewer)
  const image = viewer && (await findMessageImage(services.db, url))
  if (!image) throw new ApiError('not_found')
  const lifetime = { now: services.now(), ttl: services.config.messageTtlAfterRead }
  const isOwn = image.is_unused && image.user_id === viewer.id
  if (!isOwn && !(await maySeeMessageImage(services.db, viewer.id, url, lifetime))) throw new ApiError('not_found')
  const { moving, still } = privateKeys(url)
  return image.is_animated && c.req.query('still') === undefined ? moving : still
}

async function respondWithExport(c: Context<HttpEnv>, services: Services): Promise<Response> {
  const { path } = c.req
  const { viewer } = await requestCtx(c, services, null)
  const file = viewer && (await findExportFile(services.db, viewer.id, path, services.now()))
  if (!file) throw new ApiError('not_found')
  return respond(c, services, keyOf(path), NO_STORE, `attachment; filename="${fileName(file.username, file.ready_at)}"`)
}

async function hiddenKey(c: Context<HttpEnv>, services: Services, contentHash: string): Promise<string> {
  const reader = await readerOf(await requestCtx(c, services, null))
  if ((reader.id === null && !reader.hasCredential) || !(await isShownTo(services.db, contentHash, reader)))
    throw new ApiError('not_found')
  return keyOf(c.req.path)
}

export function mediaRoutes(services: Services): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>({ strict: false })
  const { s3PublicUrl } = services.config
  app.get('/media/*', async (c) => {
    const { path } = c.req
    await services.limiter.take('media', { address: c.get('address') })
    if (PRIVATE.test(path)) return respond(c, services, await privateKey(c, services), NO_STORE)
    if (EXPORT.test(path)) return respondWithExport(c, services)
    const match = PUBLIC.exec(path)
    const contentHash = match?.[1] ?? match?.[2] ?? match?.[3]
    if (contentHash === undefined) throw new ApiError('not_found')
    if (!(await isPublic(services.db, contentHash)))
      return respond(c, services, await hiddenKey(c, services, contentHash), NO_STORE)
    // Redirects are cached only briefly, because a deleted file must soon return 404. Browsers load captions only from
    // the page's own origin.
    if (s3PublicUrl && match?.[3] === undefined)
      return new Response(null, {
        status: 302,
        headers: { Location: `${s3PublicUrl}/${keyOf(path)}`, 'Cache-Control': REDIRECT_CACHE },
      })
    return respond(c, services, keyOf(path), IMMUTABLE)
  })
  app.all('/media/*', () => {
    throw new ApiError('not_found')
  })
  return app
}
