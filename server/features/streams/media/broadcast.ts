import type { Encoder } from './encoder.ts'
import type { Listed } from './playlist.ts'
import type { Container } from './recording.ts'

/** A live stream as encoded by one process; it may consist of several recordings. */
export type Broadcast = {
  id: number
  run: number
  segments: Listed[]
  isThumbnailKnown: boolean
  encoder: { is: Encoder; folder: string } | null
  /** The first pieces of a recording, buffered until they describe its tracks. */
  head: { container: Container; pieces: Buffer[] } | null
  /** Pieces that arrived early, by sequence number; null for a piece that was lost. */
  waiting: Map<number, Buffer | null>
  nextSeq: number
  gap: ReturnType<typeof setTimeout> | null
  feeding: Promise<void>
}

export function newBroadcast(id: number, seq: number): Broadcast {
  return {
    id,
    // The number of the recording starts at the number of the first piece that this process received, so that it is
    // greater than all numbers of earlier processes.
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
}
