import type { Lang } from '#shared/i18n/plural.ts'

/** About a second of a stream, as recorded by MediaRecorder. */
export type Piece = { id: number; seq: number; bytes: Buffer; userId: number; lang: Lang; now: Date }

export type LiveStreams = {
  hasEncoder: () => boolean
  /** Checks a piece before its bytes are read: throws as `receive` does for a piece that is not the next one. */
  expect: (piece: Omit<Piece, 'bytes' | 'now'>) => Promise<void>
  /** Stores a piece. Throws the errors of `POST /api/streams/{id}/media`. */
  receive: (piece: Piece) => Promise<void>
  /** Ends streams that no longer receive pieces, including those of a dead process. */
  endSilent: () => Promise<void>
  close: () => Promise<void>
}
