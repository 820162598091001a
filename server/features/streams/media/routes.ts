import { Hono } from 'hono'
import { ApiError } from '#shared/api/errors.ts'
import type { Variant } from '#shared/rules/variant.ts'
import type { Services } from '#server/context.ts'
import { requestCtx, type HttpEnv } from '#server/http/request.ts'
import { createCache } from '#server/lib/cache.ts'
import { readerOf } from '../../moderation/index.ts'
import { findStream } from '../queries.ts'
import { PLAYLIST, requireSeen, THUMBNAIL } from '../rules.ts'
import { liveKey } from '#server/media/live-keys.ts'
import { findMediaState } from './queries.ts'

const PATH = /^\/media\/live\/([1-9]\d{0,9})\/(index\.m3u8|thumbnail\.jpg|\d{1,7}\.ts)$/
const LAST_ID = 2_147_483_647

const TYPES = { m3u8: 'application/vnd.apple.mpegurl', jpg: 'image/jpeg', ts: 'video/mp2t' }
const CACHED = { m3u8: 'public, max-age=1', jpg: 'public, max-age=10', ts: 'public, max-age=60' }
const POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox"

const STATE_TTL_MS = 2_000
const PLAYLIST_TTL_MS = 500
const SEGMENT_TTL_MS = 30_000
const CACHE_BYTES = 48 * 1_048_576

type State = Awaited<ReturnType<typeof findMediaState>>

/** Each process caches a file for all viewers and checks access again every two seconds. */
export function liveMediaRoutes(services: Services): Hono<HttpEnv> {
  const { db, media, limiter, settings } = services
  const now = () => Date.now()
  const states = createCache<{ is: State }>({ ttlMs: STATE_TTL_MS, maxEntries: 1_000, now })
  const bounds = { maxEntries: 500, maxBytes: CACHE_BYTES, sizeOf: sizeOf, now }
  const playlists = createCache<Uint8Array<ArrayBuffer> | null>({ ttlMs: PLAYLIST_TTL_MS, ...bounds })
  const segments = createCache<Uint8Array<ArrayBuffer> | null>({ ttlMs: SEGMENT_TTL_MS, ...bounds })

  async function read(key: string): Promise<Uint8Array<ArrayBuffer> | null> {
    const file = await media.get(key)
    return file && new Uint8Array(await new Response(file.body).arrayBuffer())
  }

  const app = new Hono<HttpEnv>({ strict: false })
  app.get('/media/live/*', async (c) => {
    await limiter.take('live_media', { address: c.get('address') })
    const [, digits, name] = PATH.exec(c.req.path) ?? []
    const id = Number(digits)
    if (name === undefined || id > LAST_ID || !settings.value('streams')) throw new ApiError('not_found')
    const { is: state } = await states.load(String(id), async () => ({ is: await findMediaState(db, id) }))
    if (!isOpenTo(state, c.get('variant'))) {
      const ctx = await requestCtx(c, services, null)
      const reader = await readerOf(ctx)
      if (!state?.is_held || reader.id === null) throw new ApiError('not_found')
      requireSeen(await findStream(db, id, reader), reader, ctx.variant)
    }
    const isSegment = name !== PLAYLIST && name !== THUMBNAIL
    const cache = isSegment ? segments : playlists
    const content = await cache.load(`${id}/${name}`, () => read(liveKey(id, name)))
    // A missing file is not cached, because it may be written at any time.
    if (content === null) {
      cache.delete(`${id}/${name}`)
      throw new ApiError('not_found')
    }
    const type = name.slice(name.lastIndexOf('.') + 1) as keyof typeof TYPES
    return new Response(content, {
      headers: {
        'Content-Type': TYPES[type],
        'Content-Length': String(content.byteLength),
        'Content-Security-Policy': POLICY,
        'Cache-Control': state?.is_held ? 'private, no-store' : CACHED[type],
      },
    })
  })
  return app
}

const sizeOf = (content: Uint8Array | null) => content?.byteLength ?? 0

const isOpenTo = (state: State, variant: Variant) =>
  state !== null && !state.is_removed && !state.is_held && (!state.is_nsfw || variant === 'adult')
