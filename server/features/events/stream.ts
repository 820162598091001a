import type { Sink } from './listeners.ts'

const MAX_UNREAD_BYTES = 256 * 1_024

/** The body of an event stream. `open` gets its sink and returns what runs when the client has gone; where it throws, so does this. */
export function streamOf(open: (sink: Sink) => () => void): ReadableStream<Uint8Array> {
  let controller: ReadableStreamDefaultController<Uint8Array>
  let isGone = false
  let close = () => {}
  const body = new ReadableStream<Uint8Array>({
    start(made) {
      controller = made
    },
    cancel() {
      isGone = true
      close()
    },
  // Bun sets a buffer of the high-water mark aside for each stream.
  }, { highWaterMark: 0, size: (event) => event?.byteLength ?? 0 })
  close = open({
    write(event) {
      controller.enqueue(event)
      return (controller.desiredSize ?? -Infinity) > -MAX_UNREAD_BYTES
    },
    end() {
      if (!isGone) controller.close()
    },
  })
  return body
}
