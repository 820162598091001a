import type { Lang } from '#shared/i18n/plural.ts'

/** About a second of a stream, as MediaRecorder made it. */
export type Piece = { id: number; seq: number; bytes: Buffer; userId: number; lang: Lang; now: Date }

export type LiveStreams = {
  hasEncoder: () => boolean
  /** Before the bytes are read: throws as `receive` does for a piece that is not the next one. */
  expect: (piece: Omit<Piece, 'bytes' | 'now'>) => Promise<void>
  /** Throws as `POST /api/streams/{id}/media` answers. */
  receive: (piece: Piece) => Promise<void>
  /** Ends what no piece comes of any more, also where the process that encoded it is gone. */
  endSilent: () => Promise<void>
  close: () => Promise<void>
}
