import { promisify } from 'node:util'
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  createBrotliCompress,
  createGzip,
  gzip,
  gzipSync,
} from 'node:zlib'

export type Encoding = 'br' | 'gzip'

type Bytes = Uint8Array<ArrayBuffer>

/** Null means no encoding. */
export function acceptedEncoding(acceptEncoding: string | null | undefined): Encoding | null {
  const accepted = (acceptEncoding ?? '').toLowerCase()
  if (/\bbr\b/.test(accepted)) return 'br'
  return /\bgzip\b/.test(accepted) ? 'gzip' : null
}

const brotliOptions = (quality: number, size: number) => ({
  params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: size },
})

export function compressCached(body: Bytes, encoding: Encoding): Bytes {
  return encoding === 'br' ? brotliCompressSync(body, brotliOptions(5, body.byteLength)) : gzipSync(body, { level: 6 })
}

const brotliAsync = promisify(brotliCompress)
const gzipAsync = promisify<Uint8Array, object, Buffer<ArrayBuffer>>(gzip)

/** Compresses in the thread pool instead of on the event loop. */
export function compressOnce(body: Bytes, encoding: Encoding): Promise<Bytes> {
  return encoding === 'br'
    ? (brotliAsync(body, brotliOptions(4, body.byteLength)) as Promise<Buffer<ArrayBuffer>>)
    : gzipAsync(body, { level: 5 })
}

/** Flushes after each chunk, so that content reaches the browser as soon as it is rendered. */
export function compressStream(source: ReadableStream<Uint8Array>, encoding: Encoding): ReadableStream<Uint8Array> {
  const compressor =
    encoding === 'br'
      ? createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
      : createGzip({ level: 5 })
  const flush = encoding === 'br' ? constants.BROTLI_OPERATION_FLUSH : constants.Z_SYNC_FLUSH
  const reader = source.getReader()
  let isCancelled = false
  return new ReadableStream<Uint8Array>({
    start(controller) {
      compressor.on('data', (chunk: Buffer) => {
        if (!isCancelled) controller.enqueue(new Uint8Array(chunk))
      })
      compressor.on('end', () => {
        if (!isCancelled) controller.close()
      })
      compressor.on('error', (error) => {
        if (!isCancelled) controller.error(error)
      })
    },
    async pull() {
      const { done, value } = await reader.read()
      if (done) {
        compressor.end()
        return
      }
      await new Promise<void>((resolve) => {
        compressor.write(value)
        compressor.flush(flush, resolve)
      })
    },
    async cancel(reason) {
      isCancelled = true
      compressor.destroy()
      await reader.cancel(reason)
    },
  })
}
