import { ApiError } from '#shared/api/errors.ts'
import type { HandlersOf } from '#shared/api/contract.ts'
import type { uploads } from '#shared/api/uploads.ts'
import { catalog, type Texts } from '#shared/i18n/index.ts'
import { UPLOAD } from '#shared/limits.ts'
import type { CtxByAccess, UserCtx } from '#server/context.ts'
import { incomingFolder } from '#server/media/open-storage.ts'
import { receiveFile } from '#server/media/receive.ts'
import { MediaRefused } from '#server/media/refusal.ts'
import { storeImage, storeMessageImage, storeVideo } from './store.ts'

const TOO_LARGE = new Set<MediaRefused['reason']>(['pixels', 'gif_large'])

/** What a refused file is to its sender: too large or of the wrong kind, with the sentence that says why. */
function explained(error: unknown, ctx: UserCtx, tooLarge: string): unknown {
  if (error instanceof MediaRefused) {
    if (error.cause) ctx.log.warn('A picture ended its decoder twice, or was never done', { user_id: ctx.viewer.id, error: error.cause })
    const detail = catalog(ctx.lang).mediaRefusals[error.reason]
    return new ApiError(TOO_LARGE.has(error.reason) ? 'too_large' : 'unsupported_media', { detail })
  }
  return error instanceof ApiError && error.code === 'too_large' ? new ApiError('too_large', { detail: tooLarge }) : error
}

/** Receives the file of a form, hands its path on, and removes it. */
async function take<T>(
  ctx: UserCtx, { field, limit, tooLarge }: { field: string, limit: number, tooLarge: (texts: Texts) => string }, store: (path: string) => Promise<T>,
): Promise<T> {
  try {
    const file = await receiveFile(ctx.request, { field, limit, folder: incomingFolder(ctx.config) })
    // Whoever sent all of it waits for the decoder, and no longer for a slow line.
    ctx.waitLong()
    return await store(file.path).finally(file.remove)
  } catch (error) {
    throw explained(error, ctx, tooLarge(catalog(ctx.lang)))
  }
}

export const uploadsHandlers: HandlersOf<typeof uploads, CtxByAccess> = {
  image: (ctx) => take(
    ctx, { field: 'file', limit: UPLOAD.file, tooLarge: ({ media }) => media.imageTooLarge },
    (path) => storeImage(ctx, ctx.viewer.id, path),
  ),

  video: (ctx) => take(
    ctx, { field: 'file', limit: UPLOAD.file, tooLarge: ({ media }) => media.videoTooLarge },
    (path) => storeVideo(ctx, ctx.viewer.id, path),
  ),

  messageImage: (ctx) => take(
    ctx, { field: 'image', limit: UPLOAD.messageImage, tooLarge: ({ messages }) => messages.imageTooLarge },
    (path) => storeMessageImage(ctx, ctx.viewer.id, path),
  ),
}
