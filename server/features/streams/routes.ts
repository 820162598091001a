import * as v from 'valibot'
import { Hono } from 'hono'
import { ApiError } from '#shared/api/errors.ts'
import { sendPiece } from '#shared/api/streams.ts'
import { LIVE } from '#shared/limits.ts'
import type { Services } from '#server/context.ts'
import { authoriseUser, inputIssues } from '#server/http/api.ts'
import { requestCtx, type HttpEnv } from '#server/http/request.ts'

/** Browsers call WebM with H.264 Matroska. */
const TYPE = /^(?:video\/(?:webm|mp4|x-matroska)) *(?:;|$)/i

/** Throws `too_large`, `unsupported_media`, `bad_request` where it breaks off. */
async function readPiece(request: Request): Promise<Buffer> {
  if (!TYPE.test(request.headers.get('content-type') ?? '')) throw new ApiError('unsupported_media')
  if (Number(request.headers.get('content-length') ?? 0) > LIVE.pieceBytes) throw new ApiError('too_large')
  const parts: Uint8Array[] = []
  let size = 0
  try {
    for await (const part of request.body ?? []) {
      size += part.byteLength
      if (size > LIVE.pieceBytes) throw new ApiError('too_large')
      parts.push(part)
    }
  } catch (error) {
    throw error instanceof ApiError ? error : new ApiError('bad_request')
  }
  if (size === 0) throw new ApiError('unsupported_media')
  return Buffer.concat(parts)
}

/** `POST /api/streams/{id}/media`, which is no call: its body is a piece of a video. */
export function pieceRoutes(services: Services): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>({ strict: false })
  app.post(sendPiece.path, async (c) => {
    const ctx = authoriseUser(sendPiece, await requestCtx(c, services, sendPiece))
    await services.limiter.take('stream_piece', { user: ctx.viewer.id })
    const given = v.safeParse(sendPiece.input, { ...c.req.query(), ...c.req.param() })
    if (!given.success) {
      const issues = inputIssues(given.issues)
      throw 'stream_id' in issues ? new ApiError('bad_id') : new ApiError('invalid', { issues })
    }
    const { stream_id: id, seq } = given.output
    const bytes = await readPiece(c.req.raw)
    await services.live.receive({ id, seq, bytes, userId: ctx.viewer.id, lang: ctx.lang, now: services.now() })
    c.header('Cache-Control', 'private, no-store')
    return c.body(null, 204)
  })
  app.all(sendPiece.path, () => {
    throw new ApiError('method_not_allowed')
  })
  return app
}
