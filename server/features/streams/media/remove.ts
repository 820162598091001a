import type { Services } from '#server/context.ts'
import { PLAYLIST, THUMBNAIL } from '../rules.ts'
import { liveKey, pieceName } from '#server/media/live-keys.ts'
import { KEPT } from './playlist.ts'
import { deleteMedia, findDeletedWithThumbnail, findFinished, forgetThumbnails } from './queries.ts'

const BATCH_SIZE = 50
/** Files are kept for a while after a stream ends, because players lag behind it. */
const AFTER_END_MS = 60_000
/** A killed process may have left this many pieces of video in the storage without reading them. */
const MAX_LOST_PIECES = 10

const before = (end: number, count: number) => Array.from({ length: Math.min(count, end) }, (_, at) => end - 1 - at)

/** Deletes playlist and segments, but not thumbnails. */
export async function removeFinished({ db, media }: Services, signal: AbortSignal): Promise<void> {
  for (const { id, segments, next_seq } of await findFinished(db, AFTER_END_MS, BATCH_SIZE)) {
    const names = [
      PLAYLIST,
      ...before(segments, KEPT).map((number) => `${number}.ts`),
      ...before(next_seq, MAX_LOST_PIECES).map(pieceName),
    ]
    for (const name of names) await media.remove(liveKey(id, name))
    await deleteMedia(db, id)
    signal.throwIfAborted()
  }
}

export async function removeThumbnails({ db, media }: Services): Promise<void> {
  const ids = await findDeletedWithThumbnail(db, BATCH_SIZE)
  if (ids.length === 0) return
  for (const id of ids) await media.remove(liveKey(id, THUMBNAIL))
  await forgetThumbnails(db, ids)
}
