import { Hono, type Context } from 'hono'
import { ApiError } from '#shared/api/errors.ts'
import type { Services } from '#server/context.ts'
import { maySeeMessageImage } from '#server/features/messages/queries.ts'
import { findMessageImage, isPublic } from '#server/features/uploads/queries.ts'
import { keyOf, privateKeys } from '#server/media/keys.ts'
import { parseRange } from './range.ts'
import { requestCtx, type HttpEnv } from './request.ts'

const PUBLIC = /^\/media\/(?:i\/([0-9a-f]{40})-\d{1,5}x\d{1,5}(?:-(?:\d{3,4}|poster))?\.(?:webp|gif)|v\/([0-9a-f]{40})(?:-poster\.webp|\.mp4|\.webm))$/
const PRIVATE = /^\/media\/m\/[0-9a-f]{32}$/

const TYPES: Record<string, string> = { webp: 'image/webp', gif: 'image/gif', mp4: 'video/mp4', webm: 'video/webm' }
const FOR_EVER = 'public, max-age=31536000, immutable'
const FOR_NOBODY = 'private, no-store'
/** Opened by itself a file may show itself and do nothing else. */
const POLICY = "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"

/** The file under a key, or the part of it that was asked for. */
async function answer(c: Context<HttpEnv>, { media }: Services, key: string, cacheControl: string): Promise<Response> {
  const file = await media.get(key)
  if (!file) throw new ApiError('not_found')
  const etag = `"${key.slice(key.lastIndexOf('/') + 1)}"`
  const headers: Record<string, string> = {
    'Content-Type': TYPES[key.slice(key.lastIndexOf('.') + 1)]!,
    'Content-Disposition': 'inline',
    'Content-Security-Policy': POLICY,
    'Cache-Control': cacheControl,
    'Accept-Ranges': 'bytes',
    ETag: etag,
  }
  const known = c.req.header('if-none-match')?.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  if (known?.some((tag) => tag === etag || tag === '*')) return new Response(null, { status: 304, headers })

  const ifRange = c.req.header('if-range')
  const range = ifRange === undefined || ifRange === etag ? parseRange(c.req.header('range'), file.size) : 'none'
  if (range === 'unsatisfiable') {
    return new Response(null, { status: 416, headers: { ...headers, 'Cache-Control': FOR_NOBODY, 'Content-Range': `bytes */${file.size}` } })
  }
  if (range === 'none') {
    // As a stream, or the runtime would cut out by itself the range that was not to be.
    const body = c.req.header('range') === undefined ? file.body : file.body.stream()
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

/** The key of a private picture, for one of the two whom the message concerns, or its sender before it is sent. */
async function privateKey(c: Context<HttpEnv>, services: Services): Promise<string> {
  const url = c.req.path
  const { viewer } = await requestCtx(c, services, null)
  const image = viewer && await findMessageImage(services.db, url)
  if (!image) throw new ApiError('not_found')
  const lifetime = { now: services.now(), ttl: services.config.messageTtlAfterRead }
  const isOwn = image.is_unused && image.user_id === viewer.id
  if (!isOwn && !await maySeeMessageImage(services.db, viewer.id, url, lifetime)) throw new ApiError('not_found')
  const { moving, still } = privateKeys(url)
  return image.is_animated && c.req.query('still') === undefined ? moving : still
}

/**
 * The files that members sent. Public ones lie under a hash of their content and never change; they are gone as soon as
 * nothing shows them. Pictures of messages are for the two of the conversation.
 */
export function mediaRoutes(services: Services): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>({ strict: false })
  app.get('/media/*', async (c) => {
    const { path } = c.req
    // What is refused may be there the next moment, and what is not to be seen is not to be kept.
    c.header('Cache-Control', FOR_NOBODY)
    if (PRIVATE.test(path)) return answer(c, services, await privateKey(c, services), FOR_NOBODY)
    const match = PUBLIC.exec(path)
    if (!match || !await isPublic(services.db, match[1] ?? match[2]!)) throw new ApiError('not_found')
    return answer(c, services, keyOf(path), FOR_EVER)
  })
  app.all('/media/*', () => { throw new ApiError('not_found') })
  return app
}
