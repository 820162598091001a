import type { Lang } from '#shared/i18n/plural.ts'

/** A piece of a live stream: about a second, as produced by MediaRecorder. */
export type Piece = { id: number; seq: number; bytes: Buffer; userId: number; lang: Lang; now: Date }

export type LiveStreams = {
  hasEncoder: () => boolean
  /** Checks a piece before its bytes are read: throws like `receive` if it is not the next piece. */
  expect: (piece: Omit<Piece, 'bytes' | 'now'>) => Promise<void>
  /** Receives a piece. Throws the errors of `POST /api/streams/{id}/media`. */
  receive: (piece: Piece) => Promise<void>
  /** Ends live streams that no longer receive pieces, also if the process that encoded them is gone. */
  endSilent: () => Promise<void>
  close: () => Promise<void>
}
