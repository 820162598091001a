import type { Encoder } from './encoder.ts'
import type { Listed } from './playlist.ts'
import type { Container } from './recording.ts'

/** The encoding of a stream by one process: its recordings one after another. */
export type Broadcast = {
  id: number
  run: number
  segments: Listed[]
  isThumbnailKnown: boolean
  encoder: { is: Encoder; folder: string } | null
  /** The first pieces of a recording, kept until its format is known. */
  head: { container: Container; pieces: Buffer[] } | null
  /** Pieces by number that arrived early and wait for those before them. */
  waiting: Map<number, Buffer | null>
  nextSeq: number
  gap: ReturnType<typeof setTimeout> | null
  feeding: Promise<void>
}

export function newBroadcast(id: number, seq: number): Broadcast {
  return {
    id,
    // The number of this recording, greater than those of earlier processes.
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
