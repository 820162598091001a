import type { Lang } from '#shared/i18n/plural.ts'

/** A piece of a live stream from a browser. It is about a second long, as MediaRecorder produces it. */
export type Piece = { id: number; seq: number; bytes: Buffer; userId: number; lang: Lang; now: Date }

export type LiveStreams = {
  hasEncoder: () => boolean
  /** Checks a piece before its bytes are read: throws like `receive` if it is not the next piece. */
  expect: (piece: Omit<Piece, 'bytes' | 'now'>) => Promise<void>
  /** Receives a piece. Throws the errors of `POST /api/streams/{id}/media`. */
  receive: (piece: Piece) => Promise<void>
  /**
   * Ends live streams for which no pieces have arrived for some time. This includes streams whose encoding process is
   * gone.
   */
  endSilent: () => Promise<void>
  close: () => Promise<void>
}
