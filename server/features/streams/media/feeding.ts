import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Services } from '#server/context.ts'
import { incomingFolder } from '#server/media/open-storage.ts'
import type { Broadcast } from './broadcast.ts'
import type { BroadcastFiles } from './broadcast-files.ts'
import { startEncoder } from './encoder.ts'
import { containerOf, hasH264, hasTracks, isTooLong, type Container } from './recording.ts'

/** How long to wait for a piece of video that another process has received but not relayed yet. */
const MAX_GAP_MS = 5_000

type Options = {
  ffmpeg: string | null
  files: BroadcastFiles
  /** Ends the recording; the streamer has to start a new one. */
  finish: (broadcast: Broadcast) => Promise<void>
}

export function createFeeding({ config, log }: Pick<Services, 'config' | 'log'>, { ffmpeg, files, finish }: Options) {
  async function stopEncoder(broadcast: Broadcast): Promise<void> {
    const { encoder } = broadcast
    broadcast.encoder = null
    broadcast.head = null
    if (!encoder) return
    await encoder.is.stop()
    await rm(encoder.folder, { recursive: true, force: true })
  }

  async function beginRecording(broadcast: Broadcast, container: Container, pieces: Buffer[]): Promise<void> {
    await mkdir(incomingFolder(config), { recursive: true, mode: 0o700 })
    const folder = await mkdtemp(join(incomingFolder(config), 'live-'))
    broadcast.run += 1
    const is = startEncoder({
      ffmpeg: ffmpeg!,
      folder,
      container,
      isCopied: hasH264(pieces),
      onSegment: (segment) =>
        files
          .storeSegment(broadcast, folder, segment)
          .catch((error: unknown) =>
            log.warn('A segment of a stream could not be stored', { stream_id: broadcast.id, error }),
          ),
    })
    broadcast.encoder = { is, folder }
    for (const piece of pieces) is.write(piece)
  }

  /**
   * If the piece was lost (null) or the encoder refuses it, the recording ends and the streamer has to start a new one.
   */
  async function feed(broadcast: Broadcast, piece: Buffer | null): Promise<void> {
    const container = piece && containerOf(piece)
    if (container) {
      await stopEncoder(broadcast)
      broadcast.head = { container, pieces: [] }
    }
    const { head } = broadcast
    if (piece && head) {
      head.pieces.push(piece)
      if (!hasTracks(head.container, head.pieces)) return isTooLong(head.pieces) ? finish(broadcast) : undefined
      broadcast.head = null
      return beginRecording(broadcast, head.container, head.pieces)
    }
    if (piece && broadcast.encoder?.is.write(piece)) return
    await finish(broadcast)
  }

  /** Buffers pieces that arrive before their turn, such as those from other processes. */
  function feedInOrder(broadcast: Broadcast, seq: number, piece: Buffer | null): Promise<void> {
    broadcast.waiting.set(seq, piece)
    const run = async () => {
      while (broadcast.waiting.has(broadcast.nextSeq)) {
        const next = broadcast.waiting.get(broadcast.nextSeq)!
        broadcast.waiting.delete(broadcast.nextSeq)
        broadcast.nextSeq += 1
        await feed(broadcast, next)
      }
      if (broadcast.gap !== null) clearTimeout(broadcast.gap)
      broadcast.gap = broadcast.waiting.size === 0 ? null : setTimeout(() => void finish(broadcast), MAX_GAP_MS)
    }
    return (broadcast.feeding = broadcast.feeding.then(run, run))
  }

  return { feedInOrder, stopEncoder }
}
