import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

type Bytes = Uint8Array<ArrayBuffer>

type WholeBody = { body: Bytes | ReadableStream<Uint8Array>; headers: { 'Content-Length': string } }

/** Bun writes a late response of this size or more to the socket without buffering it. */
const UNBUFFERED_FROM = 15 * 1_024

/**
 * The body of a response that is complete, with a Content-Length, also for HEAD. Bun sends a longer response that comes
 * after an await in several writes: each header is four packets, which takes more CPU time than everything else the
 * socket does. A `direct` stream buffered to its end is sent together with its headers.
 */
export function wholeBody(content: string | Bytes): WholeBody {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  const headers = { 'Content-Length': String(bytes.byteLength) }
  return { body: bytes.byteLength < UNBUFFERED_FROM ? bytes : bufferedStream(bytes), headers }
}

function bufferedStream(bytes: Bytes): ReadableStream<Uint8Array> {
  const source = {
    type: 'direct',
    pull(controller: { write: (part: Bytes) => unknown; close: () => unknown }) {
      controller.write(bytes)
      controller.close()
    },
  }
  // A full buffer would be sent in chunks, without a length. The DOM types lack `direct`.
  return new ReadableStream(source as never, { highWaterMark: bytes.byteLength + 1 })
}

export function answerJson(c: Context, value: unknown, status: ContentfulStatusCode = 200): Response {
  const { body, headers } = wholeBody(JSON.stringify(value))
  return c.body(body, status, { 'Content-Type': 'application/json', ...headers })
}
