export type ByteRange = { start: number; end: number }

export type StoredFile = { size: number; body: Blob | ReadableStream<Uint8Array> }

const KEY = /^[a-z0-9]+(\/[a-z0-9][a-z0-9.-]*)+$/

export const isKey = (key: string) => KEY.test(key) && !key.includes('..')

export function checkKey(key: string): string {
  if (!isKey(key)) throw new Error(`Not a key of media: ${key}`)
  return key
}

export const streamOf = ({ body }: StoredFile): ReadableStream<Uint8Array> =>
  body instanceof Blob ? body.stream() : body

/** The same request may succeed later. */
export class StorageUnavailable extends Error {
  constructor(cause: unknown) {
    super('The media store is unavailable', { cause })
    this.name = 'StorageUnavailable'
  }
}

/** The content of a key like `i/ab/abcd.webp` never changes, except in live streams. @throws StorageUnavailable */
export type MediaStorage = {
  /** A file appears complete or not at all. */
  put: (key: string, content: Blob | Uint8Array) => Promise<void>
  get: (key: string, range?: ByteRange) => Promise<StoredFile | null>
  /** Does nothing if the file does not exist. */
  remove: (key: string) => Promise<void>
  exists: (key: string) => Promise<boolean>
  keys: () => AsyncIterable<string>
}
