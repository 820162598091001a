/** Bytes `start` to `end` of a file, both included. */
export type ByteRange = { start: number, end: number }

export type StoredFile = {
  /** Of the whole file, in bytes. */
  size: number
  /** What was asked for; nothing is read before it is. */
  body: Blob
}

/**
 * Where media lie, by keys like `i/ab/abcd.webp` (see `keys.ts`). Files are never changed: a key is written once, or again
 * with the same content.
 */
export type MediaStorage = {
  /** The file is there as a whole, or not at all. */
  put: (key: string, content: Blob | Uint8Array) => Promise<void>
  /** The file or a range within it; null where there is none. */
  get: (key: string, range?: ByteRange) => Promise<StoredFile | null>
  /** What is not there counts as removed. */
  remove: (key: string) => Promise<void>
  exists: (key: string) => Promise<boolean>
  /** Every key that is there, in no order; what comes or goes meanwhile may be among them or not. */
  keys: () => AsyncIterable<string>
}
