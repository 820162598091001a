import type { Sink } from '#server/lib/events.ts'

const MAX_UNREAD_BYTES = 256 * 1_024

/** One object is both the source and the sink of an event stream, since fewer objects shorten garbage collection. */
class StreamSink implements Sink {
  #controller!: ReadableStreamDefaultController<Uint8Array>
  #isGone = false
  onGone = () => {}
  onSent: (bytes: number) => void = () => {}

  start(controller: ReadableStreamDefaultController<Uint8Array>): void {
    this.#controller = controller
  }

  cancel(): void {
    this.#isGone = true
    this.onGone()
  }

  write(event: Uint8Array): boolean {
    this.#controller.enqueue(event)
    this.onSent(event.byteLength)
    return (this.#controller.desiredSize ?? -Infinity) > -MAX_UNREAD_BYTES
  }

  end(): void {
    if (!this.#isGone) this.#controller.close()
  }
}

// The high-water mark is 0, because Bun reserves a buffer of that size for each event stream.
const QUEUE: QueuingStrategy<Uint8Array> = { highWaterMark: 0, size: (event) => event?.byteLength ?? 0 }

/** `open` gets the sink of the stream and returns a function that cleans up when the client has gone. */
export function streamOf(
  open: (sink: Sink) => () => void,
  onSent: (bytes: number) => void = () => {},
): ReadableStream<Uint8Array> {
  const sink = new StreamSink()
  sink.onSent = onSent
  const body = new ReadableStream<Uint8Array>(sink, QUEUE)
  sink.onGone = open(sink)
  return body
}
