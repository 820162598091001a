import type { Encoder } from './encoder.ts'
import type { Listed } from './playlist.ts'
import type { Container } from './recording.ts'

/** One process's encoding of a stream: its recordings one after another. */
export type Broadcast = {
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

export function newBroadcast(id: number, seq: number): Broadcast {
  return {
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
}
