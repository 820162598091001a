import { and, eq, isNull, sql } from 'drizzle-orm'
import { invalidField } from '#shared/api/errors.ts'
import type { DbOrTx } from '#server/db/client.ts'
import { upload } from './table.ts'

export type UploadKind = typeof upload.$inferSelect['kind']

export type ClaimedUpload = {
  url: string
  /** In pixels; null for videos. */
  width: number | null
  height: number | null
  placeholder: string | null
  poster_url: string | null
}

/**
 * Binds a file to what is being written, once: throws `invalid` for `field` where it is not an unused upload of that member
 * and of that kind.
 */
export async function claimUpload(
  tx: DbOrTx,
  { userId, url, kind, field = kind === 'video' ? 'video_url' : 'image_url' }: {
    userId: number, url: string, kind: UploadKind, field?: string
  },
): Promise<ClaimedUpload> {
  const unused = and(eq(upload.user_id, userId), eq(upload.url, url), eq(upload.kind, kind), isNull(upload.used_at), isNull(upload.deleted_at))
  const [claimed] = await tx.update(upload).set({ used_at: sql`now()` }).where(unused).returning({
    url: upload.url,
    width: upload.width,
    height: upload.height,
    placeholder: upload.placeholder,
    poster_url: upload.poster_url,
  })
  if (!claimed) throw invalidField(field, 'media')
  return claimed
}
