import * as v from 'valibot'
import { Hono } from 'hono'
import { ApiError } from '#shared/api/errors.ts'
import { sendPiece } from '#shared/api/streams.ts'
import { LIVE } from '#shared/limits.ts'
import type { Services } from '#server/context.ts'
import { authoriseUser, inputIssues, requireFeature } from '#server/http/api.ts'
import { inReadOnlyMode } from '#server/http/read-only.ts'
import { requestCtx, type HttpEnv } from '#server/http/request.ts'

/** Browsers call WebM with H.264 'video/x-matroska'. */
const TYPE = /^(?:video\/(?:webm|mp4|x-matroska)) *(?:;|$)/i

function requireVideo({ headers }: Request): void {
  if (!TYPE.test(headers.get('content-type') ?? '')) throw new ApiError('unsupported_media')
  if (Number(headers.get('content-length') ?? 0) > LIVE.pieceBytes) throw new ApiError('too_large')
}

/** Throws `bad_request` if the request is interrupted or aborted. */
async function readPiece({ body }: Request, signal: AbortSignal): Promise<Buffer> {
  const reader = body?.getReader()
  const giveUp = () => void reader?.cancel().catch(() => {})
  signal.addEventListener('abort', giveUp)
  const parts: Uint8Array[] = []
  let size = 0
  try {
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      size += part.value.byteLength
      if (size > LIVE.pieceBytes) throw new ApiError('too_large')
      parts.push(part.value)
    }
    signal.throwIfAborted()
  } catch (error) {
    giveUp()
    throw error instanceof ApiError ? error : new ApiError('bad_request')
  } finally {
    signal.removeEventListener('abort', giveUp)
  }
  if (size === 0) throw new ApiError('unsupported_media')
  return Buffer.concat(parts)
}

/** A new request aborts the previous one, because a browser gives up a request before it sends the next. */
function createPieceReader() {
  const readings = new Map<number, AbortController>()
  return async (id: number, request: Request): Promise<Buffer> => {
    readings.get(id)?.abort()
    const mine = new AbortController()
    readings.set(id, mine)
    try {
      return await readPiece(request, mine.signal)
    } finally {
      if (readings.get(id) === mine) readings.delete(id)
    }
  }
}

/** A plain route instead of an API call, because the body of the request is a piece of video, not JSON. */
export function pieceRoutes(services: Services): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>({ strict: false })
  const read = createPieceReader()
  app.post(sendPiece.path, async (c) => {
    requireFeature(sendPiece, services)
    const ctx = inReadOnlyMode(sendPiece, authoriseUser(sendPiece, await requestCtx(c, services, sendPiece)))
    await services.limiter.take('stream_piece', { user: ctx.viewer.id })
    const given = v.safeParse(sendPiece.input, { ...c.req.query(), ...c.req.param() })
    if (!given.success) {
      const issues = inputIssues(given.issues)
      throw 'stream_id' in issues ? new ApiError('bad_id') : new ApiError('invalid', { issues })
    }
    const { stream_id: id, seq } = given.output
    const piece = { id, seq, userId: ctx.viewer.id, lang: ctx.lang }
    await services.live.expect(piece)
    requireVideo(c.req.raw)
    const bytes = await read(id, c.req.raw)
    await services.live.receive({ ...piece, bytes, now: services.now() })
    c.header('Cache-Control', 'private, no-store')
    return c.body(null, 204)
  })
  app.all(sendPiece.path, () => {
    throw new ApiError('method_not_allowed')
  })
  return app
}
