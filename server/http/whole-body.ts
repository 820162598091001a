import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

type Bytes = Uint8Array<ArrayBuffer>

type WholeBody = { body: Bytes | ReadableStream<Uint8Array>; headers: { 'Content-Length': string } }

/** Bun writes a late answer of this size or more to the socket without buffering it. */
const UNBUFFERED_FROM = 15 * 1_024

/**
 * The content of an answer that is there as a whole, with its length, which HEAD has as well.
 *
 * Bun sends an answer that is longer, and comes after a wait, in pieces: each header is four packets, which takes more
 * CPU than all else that the socket does. What a stream of type `direct` buffers to its end leaves with its headers at
 * once.
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
  // A full buffer would be sent in chunks, without a length. The types of browsers do not know `direct`.
  return new ReadableStream(source as never, { highWaterMark: bytes.byteLength + 1 })
}

export function answerJson(c: Context, value: unknown, status: ContentfulStatusCode = 200): Response {
  const { body, headers } = wholeBody(JSON.stringify(value))
  return c.body(body, status, { 'Content-Type': 'application/json', ...headers })
}
