import { promisify } from 'node:util'
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib'

/** Compresses a stream and flushes after each piece, so that what is rendered first arrives first. */
export function encodeStream(source: ReadableStream<Uint8Array>, encoding: 'br' | 'gzip'): ReadableStream<Uint8Array> {
  const coder = encoding === 'br'
    ? createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
    : createGzip({ level: 5 })
  const flush = encoding === 'br' ? constants.BROTLI_OPERATION_FLUSH : constants.Z_SYNC_FLUSH
  const reader = source.getReader()
  let isCancelled = false
  return new ReadableStream<Uint8Array>({
    start(controller) {
      coder.on('data', (chunk: Buffer) => { if (!isCancelled) controller.enqueue(new Uint8Array(chunk)) })
      coder.on('end', () => { if (!isCancelled) controller.close() })
      coder.on('error', (error) => { if (!isCancelled) controller.error(error) })
    },
    async pull() {
      const { done, value } = await reader.read()
      if (done) {
        coder.end()
        return
      }
      await new Promise<void>((resolve) => {
        coder.write(value)
        coder.flush(flush, resolve)
      })
    },
    async cancel(reason) {
      isCancelled = true
      coder.destroy()
      await reader.cancel(reason)
    },
  })
}

const brotliOnce = promisify(brotliCompress)
const gzipOnce = promisify<Uint8Array, object, Buffer<ArrayBuffer>>(gzip)

/** Compresses a page that is there as a whole, beside the event loop. */
export function encodeOnce(body: Uint8Array, encoding: 'br' | 'gzip'): Promise<Buffer<ArrayBuffer>> {
  return encoding === 'br'
    ? brotliOnce(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength } }) as Promise<Buffer<ArrayBuffer>>
    : gzipOnce(body, { level: 5 })
}
