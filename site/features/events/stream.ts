import { createParser } from 'eventsource-parser'
import type { SiteEvent } from './events.ts'

/** `missing`: the topics that are not there. */
export type Ended = { status: number | null; retryAfterMs: number | null; missing: string[] }

/** A proxy that holds back what is streamed lets no `hello` through. */
const HELLO_TIMEOUT_MS = 10_000
const SILENCE_MS = 60_000

/** Reads one event stream until it ends. Resolves in any case. */
export async function readStream({
  url,
  headers,
  signal,
  onEvent,
  onAlive,
}: {
  url: string
  headers: Record<string, string>
  signal: AbortSignal
  onEvent: (id: string | null, event: SiteEvent) => void
  onAlive: () => void
}): Promise<Ended> {
  const abort = new AbortController()
  const stop = () => abort.abort()
  let silence = setTimeout(stop, HELLO_TIMEOUT_MS)
  let isOpen = false
  signal.addEventListener('abort', stop)
  const parser = createParser({
    onEvent: ({ id, event, data }) => {
      if (event === 'hello') isOpen = true
      if (!signal.aborted) onEvent(id ?? null, { name: event, data: JSON.parse(data) } as SiteEvent)
    },
  })
  try {
    const answer = await fetch(url, { headers, credentials: 'include', cache: 'no-store', signal: abort.signal })
    if (!answer.ok || !answer.body) {
      const seconds = Number(answer.headers.get('retry-after') ?? Number.NaN)
      // A 404 of something else on the way names none.
      const { topics = [] }: { topics?: string[] } = answer.status === 404 ? await answer.json() : {}
      return { status: answer.status, retryAfterMs: Number.isFinite(seconds) ? seconds * 1000 : null, missing: topics }
    }
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
    for (;;) {
      const { value, done } = await reader.read()
      if (done) break
      parser.feed(value)
      if (!isOpen) continue
      clearTimeout(silence)
      silence = setTimeout(stop, SILENCE_MS)
      onAlive()
    }
  } catch {
  } finally {
    clearTimeout(silence)
    signal.removeEventListener('abort', stop)
    stop()
  }
  return { status: null, retryAfterMs: null, missing: [] }
}
