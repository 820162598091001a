import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { ApiError } from '#shared/api/errors.ts'
import { catalog } from '#shared/i18n/index.ts'
import { LIVE } from '#shared/limits.ts'
import type { Services } from '#server/context.ts'
import type { LiveStreams, Piece } from '#server/lib/live-streams.ts'
import { incomingFolder } from '#server/media/open-storage.ts'
import type { MediaStorage } from '#server/media/storage.ts'
import { endStreams, setInterrupted } from '../queries.ts'
import { PLAYLIST, THUMBNAIL } from '../rules.ts'
import { stream } from '../table.ts'
import { startEncoder, type Encoder, type Segment } from './encoder.ts'
import { liveKey, pieceName } from '#server/media/live-keys.ts'
import { KEPT, playlistOf, WINDOW, type Listed } from './playlist.ts'
import {
  claimPiece,
  releaseOwner,
  findOverdue,
  getForPiece,
  interruptSilent,
  isLive,
  renewOwned,
  setThumbnail,
  takeSegmentNumber,
} from './queries.ts'
import { containerOf, hasH264, hasTracks, isTooLong, type Container } from './recording.ts'

const MAX_TICK_MS = 5_000
/** How long a piece that came to another process may take. */
const MAX_GAP_MS = 5_000
/** Headers and the variations of an encoder over what is allowed on average. */
const RATE_TOLERANCE = 1.25

/** One process's encoding of a stream: its recordings one after another. */
type Broadcast = {
  id: number
  run: number
  segments: Listed[]
  isThumbnailKnown: boolean
  encoder: { is: Encoder; folder: string } | null
  /** The beginning of a recording, until it says what it is. */
  head: { container: Container; pieces: Buffer[] } | null
  /** By their numbers, until those before them have come. */
  waiting: Map<number, Buffer | null>
  nextSeq: number
  gap: ReturnType<typeof setTimeout> | null
  feeding: Promise<void>
}

type Given = Pick<Services, 'config' | 'log' | 'media' | 'events' | 'invalidations'> & Pick<Services, 'db'>

/** Nobody else writes these keys meanwhile, so they may be replaced, unlike other media. */
async function storeFile(media: MediaStorage, id: number, name: string, content: Blob | Uint8Array): Promise<void> {
  await media.put(liveKey(id, name), content)
}

/** Throws `too_large`, `too_many_requests` where it is sent faster than allowed. */
function requireAllowedRate(bytes: number, sent: number, since: Date, now: Date): void {
  if (bytes > LIVE.pieceBytes) throw new ApiError('too_large')
  const seconds = Math.max(0, now.getTime() - since.getTime()) / 1_000
  const allowed = LIVE.pieceBytes + (seconds * LIVE.bitsPerSecond * RATE_TOLERANCE) / 8
  if (sent + bytes > allowed) throw new ApiError('too_many_requests', { retryAfter: 2 })
}

/** The streams that browsers send to this process. `ffmpeg` is null where it is missing. */
export function createLiveStreams(
  { config, db, log, media, events, invalidations }: Given,
  { ffmpeg = Bun.which('ffmpeg') }: { ffmpeg?: string | null } = {},
): LiveStreams {
  const owner = crypto.randomUUID()
  const broadcasts = new Map<number, Broadcast>()
  const tickMs = Math.min(MAX_TICK_MS, config.liveInterruptedAfter / 3)
  let timer: ReturnType<typeof setInterval> | null = null

  async function endSilent(): Promise<void> {
    await interruptSilent(db, config.liveInterruptedAfter)
    const overdue = await findOverdue(db, { silentMs: config.liveEndedAfter, lifeMs: LIVE.durationMs })
    for (const id of overdue) await db.transaction((tx) => endStreams(tx, eq(stream.id, id), new Date()))
    if (overdue.length > 0) invalidations.publish(['streams'])
  }

  async function tick(): Promise<void> {
    await endSilent()
    const mine = await renewOwned(db, [...broadcasts.keys()], owner)
    for (const broadcast of broadcasts.values()) if (!mine.has(broadcast.id)) await finish(broadcast)
  }

  function keepTicking(): void {
    if (timer !== null) return
    timer = setInterval(() => {
      if (broadcasts.size === 0 && timer !== null) {
        clearInterval(timer)
        timer = null
        return
      }
      tick().catch((error: unknown) => log.warn('Streams could not be looked after', { error }))
    }, tickMs)
    timer.unref()
  }

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
    // Numbers go on where another recording or process was, whose segments are removed too.
    if (number >= KEPT) await media.remove(liveKey(id, `${number - KEPT}.ts`))
  }

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
        storeSegment(broadcast, folder, segment).catch((error: unknown) =>
          log.warn('A segment of a stream could not be stored', { stream_id: broadcast.id, error }),
        ),
    })
    broadcast.encoder = { is, folder }
    for (const piece of pieces) is.write(piece)
  }

  /** Writes the next piece. Without an encoder that takes it the streamer is asked for a new recording. */
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

  /** In order, also where some of the pieces came to other processes. */
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

  /** The streamer goes on with a new recording where the stream has not ended. */
  async function finish(broadcast: Broadcast): Promise<void> {
    if (broadcasts.get(broadcast.id) !== broadcast) return
    broadcasts.delete(broadcast.id)
    if (broadcast.gap !== null) clearTimeout(broadcast.gap)
    broadcast.waiting.clear()
    await stopEncoder(broadcast)
    // Another process may go on with a live one, and writes its playlist.
    if (!(await isLive(db, broadcast.id)))
      await storePlaylist(broadcast, true).catch((error: unknown) =>
        log.warn('The playlist of a stream could not be stored', { stream_id: broadcast.id, error }),
      )
    await releaseOwner(db, broadcast.id, owner)
  }

  function broadcastOf(id: number, seq: number): Broadcast {
    const known = broadcasts.get(id)
    if (known) return known
    const made: Broadcast = {
      id,
      // Greater than those of the process before.
      run: seq,
      segments: [],
      isThumbnailKnown: false,
      encoder: null,
      head: null,
      waiting: new Map(),
      nextSeq: seq,
      gap: null,
      feeding: Promise.resolve(),
    }
    broadcasts.set(id, made)
    keepTicking()
    return made
  }

  /** A piece for another process, which takes it from the store. */
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

  /** Throws where nobody waits for this piece. */
  async function findExpecting({ id, seq, userId, lang }: Omit<Piece, 'bytes' | 'now'>) {
    const found = await getForPiece(db, id, userId)
    if (ffmpeg === null || config.liveStreams === 0)
      throw new ApiError('no_encoder', { detail: catalog(lang).noEncoder[ffmpeg === null ? 'missing' : 'off'] })
    if (seq !== found.next_seq) throw new ApiError('wrong_sequence', { extra: { expected: found.next_seq } })
    return found
  }

  return {
    hasEncoder: () => ffmpeg !== null,
    endSilent,

    async expect(piece) {
      await findExpecting(piece)
    },

    async receive({ id, seq, bytes, userId, lang, now }) {
      const found = await findExpecting({ id, seq, userId, lang })
      requireAllowedRate(bytes.byteLength, found.bytes, found.created_at, now)
      const isBeginning = containerOf(bytes) !== null
      const isMine = broadcasts.has(id) && found.owner === owner
      // Nobody has the recording that this piece is from the midst of.
      if (!isBeginning && !isMine && (found.owner === null || found.owner === owner)) {
        if (seq === 0) throw new ApiError('unsupported_media')
        throw new ApiError('wrong_sequence', { extra: { expected: seq, restart: true } })
      }
      const takesOver = isMine || isBeginning
      const claimed = await claimPiece(db, { id, seq, size: bytes.byteLength, owner: takesOver ? owner : null })
      if (!claimed) throw new ApiError('wrong_sequence', { extra: { expected: seq + 1 } })
      if (found.is_interrupted) await setInterrupted(db, id, false)
      const known = broadcasts.get(id)
      if (known && isBeginning && !isMine) await finish(known)
      if (takesOver) await feedInOrder(broadcastOf(id, seq), seq, bytes)
      else await passOn(id, seq, bytes)
    },

    async close() {
      unsubscribe()
      if (timer !== null) clearInterval(timer)
      await Promise.allSettled([...broadcasts.values()].map(finish))
    },
  }
}
