import type { Lang } from '#shared/i18n/plural.ts'

/** About a second of a stream, as MediaRecorder made it. */
export type Piece = { id: number; seq: number; bytes: Buffer; userId: number; lang: Lang; now: Date }

export type LiveStreams = {
  hasEncoder: () => boolean
  /** Checks a piece before its bytes are read: throws as `receive` does for a piece that is not the next one. */
  expect: (piece: Omit<Piece, 'bytes' | 'now'>) => Promise<void>
  /** Takes a piece. Throws the errors that `POST /api/streams/{id}/media` answers with. */
  receive: (piece: Piece) => Promise<void>
  /** Ends streams that no longer receive pieces, also where the process that encoded them is gone. */
  endSilent: () => Promise<void>
  close: () => Promise<void>
}
