import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

type Bytes = Uint8Array<ArrayBuffer>

type WholeBody = { body: Bytes | ReadableStream<Uint8Array>; headers: { 'Content-Length': string } }

/** From this size in bytes Bun does not buffer a body that is returned after an await. */
const UNBUFFERED_FROM = 15 * 1_024

/** After an await Bun sends a large body separately from the headers, which is slow; a `direct` stream avoids this. */
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
  // If the body filled the buffer completely, Bun would send it in chunks without a Content-Length. The DOM types lack
  // `direct`, hence the cast.
  return new ReadableStream(source as never, { highWaterMark: bytes.byteLength + 1 })
}

export function answerJson(c: Context, value: unknown, status: ContentfulStatusCode = 200): Response {
  const { body, headers } = wholeBody(JSON.stringify(value))
  return c.body(body, status, { 'Content-Type': 'application/json', ...headers })
}
