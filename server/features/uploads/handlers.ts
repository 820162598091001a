import { ApiError } from '#shared/api/errors.ts'
import type { HandlersOf } from '#shared/api/contract.ts'
import type { adminUploads, uploads } from '#shared/api/uploads.ts'
import { catalog, type ServerTexts, type Texts } from '#shared/i18n/index.ts'
import { UPLOAD } from '#shared/limits.ts'
import type { BaseCtx, CtxByAccess } from '#server/context.ts'
import { incomingFolder } from '#server/media/open-storage.ts'
import { receiveFile } from '#server/media/receive.ts'
import { MediaRefused } from '#server/media/refusal.ts'
import { CaptionsRefused } from '#server/media/captions/captions.ts'
import { storeCaptions, storeImage, storeMessageImage, storeVideo } from './store.ts'

const TOO_LARGE = new Set<MediaRefused['reason']>(['pixels', 'gif_large', 'quota'])

function toApiError(error: unknown, ctx: BaseCtx, tooLarge: string): unknown {
  if (error instanceof MediaRefused) {
    if (error.cause)
      ctx.log.warn('A file ended its decoder twice, or took too long', {
        user_id: ctx.viewer?.id ?? null,
        error: error.cause,
      })
    const detail = catalog(ctx.lang).uploadRefusals[error.reason]
    return new ApiError(TOO_LARGE.has(error.reason) ? 'too_large' : 'unsupported_media', { detail })
  }
  if (error instanceof CaptionsRefused) {
    const { captionRefusals: t } = catalog(ctx.lang)
    const reason = t.problems[error.problem]
    const detail = error.line === null ? reason : t.inLine(error.line, reason)
    return new ApiError('unsupported_media', { detail })
  }
  return error instanceof ApiError && error.code === 'too_large'
    ? new ApiError('too_large', { detail: tooLarge })
    : error
}

async function withUploadedFile<T>(
  ctx: BaseCtx,
  {
    field,
    alias,
    limit,
    tooLarge,
  }: { field: string; alias?: string; limit: number; tooLarge: (texts: Texts & ServerTexts) => string },
  store: (path: string) => Promise<T>,
): Promise<T> {
  try {
    const file = await receiveFile(ctx.request, { field, alias, limit, folder: incomingFolder(ctx.config) })
    // Decoding may take longer than the idle timeout of the connection.
    ctx.waitLong()
    return await store(file.path).finally(file.remove)
  } catch (error) {
    throw toApiError(error, ctx, tooLarge(catalog(ctx.lang)))
  }
}

/** Lemmy clients send the file under this field name. */
const PICTRS_FIELD = 'images[]'

const takeImage = (ctx: BaseCtx, userId: number | null) =>
  withUploadedFile(
    ctx,
    { field: 'file', alias: PICTRS_FIELD, limit: UPLOAD.file, tooLarge: ({ uploads: t }) => t.imageTooLarge },
    (path) => storeImage(ctx, userId, path),
  )

export const adminUploadsHandlers: HandlersOf<typeof adminUploads, CtxByAccess> = {
  image: (ctx) => takeImage(ctx, null),
}

export const uploadsHandlers: HandlersOf<typeof uploads, CtxByAccess> = {
  image: (ctx) => takeImage(ctx, ctx.viewer.id),

  video: (ctx) =>
    withUploadedFile(
      ctx,
      { field: 'file', limit: UPLOAD.file, tooLarge: ({ uploads: t }) => t.videoTooLarge },
      (path) => storeVideo(ctx, ctx.viewer.id, path),
    ),

  captions: (ctx) =>
    withUploadedFile(
      ctx,
      { field: 'file', limit: UPLOAD.captions, tooLarge: ({ captionRefusals: t }) => t.tooLarge },
      (path) => storeCaptions(ctx, ctx.viewer.id, path),
    ),

  messageImage: (ctx) =>
    withUploadedFile(
      ctx,
      { field: 'image', limit: UPLOAD.messageImage, tooLarge: ({ uploads }) => uploads.messageImageTooLarge },
      (path) => storeMessageImage(ctx, ctx.viewer.id, path),
    ),
}
