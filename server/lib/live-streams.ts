import type { Lang } from '#shared/i18n/plural.ts'

/** A piece is about a second long, as the browser's MediaRecorder produces it. */
export type Piece = { id: number; seq: number; bytes: Buffer; userId: number; lang: Lang; now: Date }

export type LiveStreams = {
  hasEncoder: () => boolean
  /** Throws like `receive` if the piece is not the next one; called before its bytes are read. */
  expect: (piece: Omit<Piece, 'bytes' | 'now'>) => Promise<void>
  /** Throws the errors of `POST /api/streams/{id}/media`. */
  receive: (piece: Piece) => Promise<void>
  /** Ends live streams without pieces for some time, also those whose encoding process is gone. */
  endSilent: () => Promise<void>
  close: () => Promise<void>
}
