import type { S3Client, S3File } from 'bun'
import { checkKey, StorageUnavailable, type MediaStorage } from './storage.ts'

/** Larger files are sent in parts of this size, the minimum part size of S3. */
const PART_BYTES = 5 * 1024 * 1024
const QUEUE_SIZE = 2
/** S3 allows 10,000 parts per upload. */
const MAX_PARTS = 9_000
const RETRIES = 3
/** Milliseconds for one request and for each chunk of its response, enough to send a part on a slow line. */
const REQUEST_TIMEOUT_MS = 30_000

export type S3Settings = {
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

type Answered = <T>(request: Promise<T>) => Promise<T>

/** The request starts with the first read, and each chunk must arrive within the time limit. */
function lazyStream(file: S3File, answered: Answered): ReadableStream<Uint8Array> {
  let chunks: AsyncIterator<Uint8Array> | null = null
  return new ReadableStream({
    async pull(controller) {
      chunks ??= (file.stream() as unknown as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]()
      const { value, done } = await answered(chunks.next()).catch((error: unknown) => {
        void Promise.resolve(chunks!.return?.()).catch(() => {})
        throw error
      })
      if (done) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await chunks?.return?.()
    },
  })
}

const isMissing = (error: unknown) => ['NoSuchKey', 'NotFound'].includes((error as { code?: string }).code ?? '')

/** @throws StorageUnavailable if the request takes too long */
const within =
  (timeoutMs: number): Answered =>
  async (request) => {
    const timeout = Promise.withResolvers<never>()
    const timer = setTimeout(() => timeout.reject(new Error(`No answer within ${timeoutMs} ms`)), timeoutMs)
    try {
      return await Promise.race([request, timeout.promise])
    } catch (error) {
      throw isMissing(error) ? error : new StorageUnavailable(error)
    } finally {
      clearTimeout(timer)
    }
  }

type Options = { listSize?: number; timeoutMs?: number; prefix?: string; check?: (key: string) => string }

/** An object is visible only once it is complete; `listSize` is the number of keys per response of a listing. */
export function createS3Storage(
  settings: S3Settings,
  { listSize = 1_000, timeoutMs = REQUEST_TIMEOUT_MS, prefix, check = checkKey }: Options = {},
): MediaStorage {
  const client: S3Client = new Bun.S3Client(settings)
  const answered = within(timeoutMs)

  async function sizeOf(key: string): Promise<number | null> {
    try {
      check(key)
      return (await answered(client.stat(key))).size
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
  }

  return {
    async put(key, content) {
      const file = client.file(check(key))
      if (content instanceof Uint8Array || content.size <= PART_BYTES) {
        await answered(file.write(content instanceof Uint8Array ? content : await content.bytes(), { retry: RETRIES }))
        return
      }
      const partSize = Math.max(PART_BYTES, Math.ceil(content.size / MAX_PARTS))
      const writer = file.writer({ partSize, queueSize: QUEUE_SIZE, retry: RETRIES })
      try {
        for (let at = 0; at < content.size; at += partSize) {
          writer.write(await content.slice(at, at + partSize).bytes())
          await answered(Promise.resolve(writer.flush()))
        }
        await answered(Promise.resolve(writer.end()))
      } catch (error) {
        await writer.end(error as Error)
        throw error
      }
    },

    async get(key, range) {
      const size = await sizeOf(key)
      if (size === null) return null
      const file = client.file(key)
      return { size, body: lazyStream(range ? file.slice(range.start, range.end + 1) : file, answered) }
    },

    async remove(key) {
      await answered(client.delete(check(key)))
    },

    exists: async (key) => (await sizeOf(key)) !== null,

    async *keys() {
      for (let startAfter: string | undefined; ;) {
        const { contents = [], isTruncated } = await answered(client.list({ maxKeys: listSize, startAfter, prefix }))
        for (const { key } of contents) yield key
        if (!isTruncated || contents.length === 0) return
        startAfter = contents.at(-1)!.key
      }
    },
  }
}
