import type { Services } from '#server/context.ts'
import { liveKey, pieceName } from '#server/media/live-keys.ts'
import type { Broadcast } from './broadcast.ts'
import { storeFile } from './broadcast-files.ts'

type Options = {
  broadcasts: ReadonlyMap<number, Broadcast>
  feedInOrder: (broadcast: Broadcast, seq: number, piece: Buffer | null) => Promise<void>
}

export function createRelay(
  { log, media, events }: Pick<Services, 'log' | 'media' | 'events'>,
  { broadcasts, feedInOrder }: Options,
) {
  /** The process that encodes the stream reads the piece from the file. */
  async function passOn(id: number, seq: number, bytes: Buffer): Promise<void> {
    await storeFile(media, id, pieceName(seq), bytes)
    events.publish({ type: 'stream_piece', stream_id: id, seq })
  }

  async function takePassedOn(broadcast: Broadcast, seq: number): Promise<void> {
    const key = liveKey(broadcast.id, pieceName(seq))
    const file = await media.get(key).catch(() => null)
    await feedInOrder(broadcast, seq, file && Buffer.from(await new Response(file.body).arrayBuffer()))
    await media.remove(key)
  }

  const unsubscribe = events.subscribe((change) => {
    if (change.type !== 'stream_piece') return
    const broadcast = broadcasts.get(change.stream_id)
    if (!broadcast || change.seq < broadcast.nextSeq) return
    takePassedOn(broadcast, change.seq).catch((error: unknown) =>
      log.warn('A piece of a stream was lost', { stream_id: change.stream_id, error }),
    )
  })

  return { passOn, stop: unsubscribe }
}
