import { createParser } from 'eventsource-parser'
import type { SiteEvent } from './events.ts'

/** `missingTopics` are requested topics for which the server responded with 404. */
export type StreamEnd = { status: number | null; retryAfterMs: number | null; missingTopics: string[] }

/** A proxy that buffers responses may hold back even the first event, `hello`, forever. */
const HELLO_TIMEOUT_MS = 10_000
const IDLE_TIMEOUT_MS = 60_000

/** Reads one event stream until it ends; never rejects. */
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
}): Promise<StreamEnd> {
  const abort = new AbortController()
  const abortRead = () => abort.abort()
  let idleTimeout = setTimeout(abortRead, HELLO_TIMEOUT_MS)
  let isOpen = false
  signal.addEventListener('abort', abortRead)
  const parser = createParser({
    onEvent: ({ id, event, data }) => {
      if (event === 'hello') isOpen = true
      if (!signal.aborted) onEvent(id ?? null, { name: event, data: JSON.parse(data) } as SiteEvent)
    },
  })
  try {
    const response = await fetch(url, { headers, credentials: 'include', cache: 'no-store', signal: abort.signal })
    if (!response.ok || !response.body) {
      const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
      // The 404 of the server lists the missing topics, the 404 of a proxy does not.
      const { topics = [] }: { topics?: string[] } = response.status === 404 ? await response.json() : {}
      return {
        status: response.status,
        retryAfterMs: Number.isFinite(seconds) ? seconds * 1000 : null,
        missingTopics: topics,
      }
    }
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    for (;;) {
      const { value, done } = await reader.read()
      if (done) break
      parser.feed(value)
      if (!isOpen) continue
      clearTimeout(idleTimeout)
      idleTimeout = setTimeout(abortRead, IDLE_TIMEOUT_MS)
      onAlive()
    }
  } catch {
  } finally {
    clearTimeout(idleTimeout)
    signal.removeEventListener('abort', abortRead)
    abortRead()
  }
  return { status: null, retryAfterMs: null, missingTopics: [] }
}
