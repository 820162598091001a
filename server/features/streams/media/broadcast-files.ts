import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Services } from '#server/context.ts'
import { liveKey } from '#server/media/live-keys.ts'
import type { MediaStorage } from '#server/media/storage.ts'
import { PLAYLIST, THUMBNAIL } from '../rules.ts'
import type { Broadcast } from './broadcast.ts'
import type { Segment } from './encoder.ts'
import { KEPT, playlistOf, WINDOW } from './playlist.ts'
import { setThumbnail, takeSegmentNumber } from './queries.ts'

/**
 * Unlike other media a file of a live stream may be overwritten, because only one process writes to its key at a time.
 */
export async function storeFile(
  media: MediaStorage,
  id: number,
  name: string,
  content: Blob | Uint8Array,
): Promise<void> {
  await media.put(liveKey(id, name), content)
}

type Given = Pick<Services, 'db' | 'media' | 'invalidations'>

export type BroadcastFiles = ReturnType<typeof createBroadcastFiles>

/** The files of the streams that the process `owner` encodes. */
export function createBroadcastFiles({ db, media, invalidations }: Given, owner: string) {
  async function storePlaylist({ id, segments }: Broadcast, isEnded: boolean): Promise<void> {
    await storeFile(media, id, PLAYLIST, Buffer.from(playlistOf(segments.slice(-WINDOW), { isEnded })))
  }

  async function storeThumbnail(broadcast: Broadcast, folder: string): Promise<void> {
    const file = Bun.file(join(folder, THUMBNAIL))
    if (!(await file.exists()) || (await stat(file.name!)).size === 0) return
    await storeFile(media, broadcast.id, THUMBNAIL, await file.bytes())
    await rm(file.name!, { force: true })
    if (broadcast.isThumbnailKnown) return
    broadcast.isThumbnailKnown = true
    await setThumbnail(db, broadcast.id, true)
    invalidations.publish(['streams'])
  }

  async function storeSegment(broadcast: Broadcast, folder: string, { file, seconds }: Segment): Promise<void> {
    const { id, segments, run } = broadcast
    const number = await takeSegmentNumber(db, id, owner)
    if (number === null) return
    const path = join(folder, file)
    await storeFile(media, id, `${number}.ts`, await Bun.file(path).bytes())
    await rm(path, { force: true })
    segments.push({ number, seconds, run })
    await storePlaylist(broadcast, false)
    await storeThumbnail(broadcast, folder)
    if (segments.length > KEPT) segments.shift()
    // Numbers continue across recordings and processes, so this also deletes segments of earlier ones.
    if (number >= KEPT) await media.remove(liveKey(id, `${number - KEPT}.ts`))
  }

  return { storePlaylist, storeSegment }
}
