import { ApiError } from '#shared/api/errors.ts'
import { catalog } from '#shared/i18n/index.ts'
import { LIVE } from '#shared/limits.ts'
import type { Lang } from '#shared/i18n/plural.ts'
import type { Services } from '#server/context.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import type { LiveStreams, Piece } from '#server/lib/live-streams.ts'
import { lockBrowserStreams, setInterrupted } from '../queries.ts'
import { newBroadcast, type Broadcast } from './broadcast.ts'
import { createBroadcastFiles } from './broadcast-files.ts'
import { createFeeding } from './feeding.ts'
import { claimPiece, countEncoded, getForPiece, isLive, keepWaiting, releaseOwner } from './queries.ts'
import { containerOf } from './recording.ts'
import { createRelay } from './relay.ts'
import { createUpkeep } from './upkeep.ts'

/**
 * Pieces may exceed the average bit rate by this factor, because of headers and the varying rate of browsers' encoders.
 */
const RATE_TOLERANCE = 1.25

type Given = Pick<Services, 'config' | 'settings' | 'db' | 'log' | 'media' | 'events' | 'invalidations'>

/** Throws `too_many_requests` if pieces arrive faster than the bit rate allows. */
function requireAllowedRate(bytes: number, sent: number, since: Date, now: Date): void {
  if (bytes > LIVE.pieceBytes) throw new ApiError('too_large')
  const seconds = Math.max(0, now.getTime() - since.getTime()) / 1_000
  const allowed = LIVE.pieceBytes + (seconds * LIVE.bitsPerSecond * RATE_TOLERANCE) / 8
  if (sent + bytes > allowed) throw new ApiError('too_many_requests', { retryAfter: 2 })
}

type Slot = { id: number; lang: Lang; of: number }

/** A held stream occupies no slot, so several streams approved at once compete for the free slots here. */
async function requireSlot(tx: DbOrTx, { id, lang, of }: Slot): Promise<void> {
  await lockBrowserStreams(tx)
  if ((await countEncoded(tx, id)) >= of) throw new ApiError('no_encoder', { detail: catalog(lang).noEncoder.busy })
}

/** `ffmpeg` is null if it is not installed. */
export function createLiveStreams(
  services: Given,
  { ffmpeg = Bun.which('ffmpeg') }: { ffmpeg?: string | null } = {},
): LiveStreams {
  const { settings, db, log } = services
  const owner = crypto.randomUUID()
  const broadcasts = new Map<number, Broadcast>()
  const files = createBroadcastFiles(services, owner)
  const { feedInOrder, stopEncoder } = createFeeding(services, { ffmpeg, files, finish })
  const upkeep = createUpkeep(services, { owner, broadcasts, finish })
  const relay = createRelay(services, { broadcasts, feedInOrder })

  async function finish(broadcast: Broadcast): Promise<void> {
    if (broadcasts.get(broadcast.id) !== broadcast) return
    broadcasts.delete(broadcast.id)
    if (broadcast.gap !== null) clearTimeout(broadcast.gap)
    broadcast.waiting.clear()
    await stopEncoder(broadcast)
    // While the stream is live, another process may take it over and write its own playlist, so the end of the playlist
    // is written only after the stream has ended.
    if (!(await isLive(db, broadcast.id)))
      await files
        .storePlaylist(broadcast, true)
        .catch((error: unknown) =>
          log.warn('The playlist of a stream could not be stored', { stream_id: broadcast.id, error }),
        )
    await releaseOwner(db, broadcast.id, owner)
  }

  function broadcastOf(id: number, seq: number): Broadcast {
    const known = broadcasts.get(id)
    if (known) return known
    const made = newBroadcast(id, seq)
    broadcasts.set(id, made)
    upkeep.keepTicking()
    return made
  }

  /** Throws if the stream cannot receive pieces, or expects another number than `seq`. */
  async function findExpecting({ id, seq, userId, lang }: Omit<Piece, 'bytes' | 'now'>) {
    const found = await getForPiece(db, id, userId)
    if (ffmpeg === null || settings.value('live_streams') === 0)
      throw new ApiError('no_encoder', { detail: catalog(lang).noEncoder[ffmpeg === null ? 'missing' : 'off'] })
    if (found.is_held) {
      await keepWaiting(db, id)
      throw new ApiError('stream_held')
    }
    if (seq !== found.next_seq) throw new ApiError('wrong_sequence', { extra: { expected: found.next_seq } })
    return found
  }

  return {
    hasEncoder: () => ffmpeg !== null,
    endSilent: upkeep.endSilent,

    async expect(piece) {
      await findExpecting(piece)
    },

    async receive({ id, seq, bytes, userId, lang, now }) {
      const found = await findExpecting({ id, seq, userId, lang })
      requireAllowedRate(bytes.byteLength, found.bytes, found.created_at, now)
      const isBeginning = containerOf(bytes) !== null
      const isMine = broadcasts.has(id) && found.owner === owner
      // A piece from the middle of a recording is useless if no process has the recording's beginning.
      if (!isBeginning && !isMine && (found.owner === null || found.owner === owner)) {
        if (seq === 0) throw new ApiError('unsupported_media')
        throw new ApiError('wrong_sequence', { extra: { expected: seq, restart: true } })
      }
      const takesOver = isMine || isBeginning
      const claimed = await db.transaction(async (tx) => {
        if (takesOver && !isMine) await requireSlot(tx, { id, lang, of: settings.value('live_streams') })
        return claimPiece(tx, { id, seq, size: bytes.byteLength, owner: takesOver ? owner : null })
      })
      if (!claimed) throw new ApiError('wrong_sequence', { extra: { expected: seq + 1 } })
      if (found.is_interrupted) await setInterrupted(db, id, false)
      const known = broadcasts.get(id)
      if (known && isBeginning && !isMine) await finish(known)
      if (takesOver) await feedInOrder(broadcastOf(id, seq), seq, bytes)
      else await relay.passOn(id, seq, bytes)
    },

    async close() {
      relay.stop()
      upkeep.stop()
      await Promise.allSettled([...broadcasts.values()].map(finish))
    },
  }
}
