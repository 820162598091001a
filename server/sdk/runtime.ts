import { createParser } from 'eventsource-parser'

/**
 * The build inserts one line `group.name METHOD /path how` per call; `how` has `f` for file uploads and `k` if the
 * call takes an Idempotency-Key.
 */
declare const CALLS: string
/** The build inserts the date of the newest contract version. */
declare const VERSION: string

type Input = Record<string, unknown>

type Options = {
  /** The URL of the forum, like `https://forum.example.org`. */
  baseUrl: string
  /** An access token, or a function that returns one before each call. */
  token?: string | (() => string | null | Promise<string | null>)
  fetch?: typeof fetch
  /**
   * Maximum number of retries after status 429 or 503 or a network error; 2 by default. Only calls that are safe to
   * repeat are retried.
   */
  retries?: number
}

type CallOptions = { signal?: AbortSignal; idempotencyKey?: string }

type EventsOptions = { signal?: AbortSignal; lastEventId?: string }

/** `status` is the HTTP status, or 0 if no response came. */
export class WatekError extends Error {
  override name = 'WatekError'
  constructor(
    readonly status: number,
    readonly code: string,
    detail: string,
    readonly issues: Record<string, string> = {},
    /** Seconds from the header Retry-After, or null if the response has none. */
    readonly retryAfter: number | null = null,
  ) {
    super(detail)
  }
}

const MAX_WAIT_MS = 30_000

const sleep = (ms: number, signal?: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const end = () => reject(signal!.reason)
    if (signal?.aborted) return end()
    signal?.addEventListener('abort', end, { once: true })
    setTimeout(() => {
      signal?.removeEventListener('abort', end)
      resolve()
    }, ms)
  })

async function errorOf(answer: Response): Promise<WatekError> {
  const body = (await answer.json().catch(() => ({}))) as { code?: string; detail?: string; issues?: {} }
  const seconds = Number(answer.headers.get('retry-after') ?? Number.NaN)
  const code = body.code ?? 'internal'
  return new WatekError(
    answer.status,
    code,
    body.detail ?? code,
    body.issues,
    Number.isFinite(seconds) ? seconds : null,
  )
}

const waitOf = (error: WatekError, tries: number) =>
  Math.min(error.retryAfter === null ? 500 * 2 ** tries : error.retryAfter * 1_000, MAX_WAIT_MS)

type Connection = Required<Pick<Options, 'baseUrl' | 'retries'>> & {
  send: typeof fetch
  headers: () => Promise<Record<string, string>>
}

type Sent = { method: string; path: string; headers: Record<string, string>; body: string | FormData | undefined }

/** The path takes its parameters from the input, and the rest of the input is query or body. */
function requestOf(line: string, input: Input): Sent & { isKeyed: boolean } {
  const [, method, template, how = ''] = line.split(' ') as [string, string, string, string?]
  const rest = { ...input }
  let path = `/api${template.replace(/:(\w+)/g, (_, field: string) => {
    const value = encodeURIComponent(String(rest[field]))
    delete rest[field]
    return value
  })}`
  const given = Object.entries(rest).filter(([, value]) => value !== undefined && value !== null)
  const headers: Record<string, string> = {}
  let body: string | FormData | undefined
  if (method === 'GET' || method === 'DELETE')
    path += `?${new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]))}`
  else if (how.includes('f')) {
    const form = new FormData()
    for (const [name, value] of given) form.append(name, value as Blob)
    body = form
  } else if (Object.keys(rest).length > 0) {
    body = JSON.stringify(rest)
    headers['Content-Type'] = 'application/json'
  }
  return { method, path, headers, body, isKeyed: how.includes('k') }
}

async function request({ baseUrl, send, headers }: Connection, sent: Sent, signal?: AbortSignal): Promise<unknown> {
  try {
    const answer = await send(new URL(sent.path, baseUrl), {
      method: sent.method,
      headers: { ...(await headers()), ...sent.headers },
      body: sent.body,
      signal,
    })
    if (!answer.ok) throw await errorOf(answer)
    const text = await answer.text()
    return text === '' ? undefined : JSON.parse(text)
  } catch (error) {
    if (error instanceof WatekError || signal?.aborted) throw error
    throw new WatekError(0, 'no_answer', String(error))
  }
}

async function call(connection: Connection, line: string, input: Input, options: CallOptions): Promise<unknown> {
  const { isKeyed, ...sent } = requestOf(line, input)
  // A call with an idempotency key takes effect only once, even if it is sent several times.
  if (isKeyed) sent.headers['Idempotency-Key'] = options.idempotencyKey ?? crypto.randomUUID()
  for (let tries = 0; ; tries += 1) {
    try {
      return await request(connection, sent, options.signal)
    } catch (error) {
      const { status } = error as WatekError
      const mayHelp = status === 429 || status === 503 || (status === 0 && (isKeyed || sent.method === 'GET'))
      if (!(error instanceof WatekError) || !mayHelp || tries >= connection.retries) throw error
      await sleep(waitOf(error, tries), options.signal)
    }
  }
}

/** Yields each page of a list, until its `next_cursor` is null. */
async function* pages(list: (input: Input) => Promise<{ next_cursor: string | null }>, input: Input = {}) {
  let cursor = input.cursor
  do {
    const page = await list({ ...input, cursor })
    yield page
    cursor = page.next_cursor
  } while (cursor)
}

/** After a lost connection missed events come first; ends only if `signal` is aborted or the server refuses. */
async function* events(connection: Connection, topics: string[], { signal, lastEventId }: EventsOptions = {}) {
  const { baseUrl, send, headers } = connection
  const url = new URL(`/api/events?topics=${encodeURIComponent(topics.join())}`, baseUrl)
  let last = lastEventId
  for (let tries = 0; !signal?.aborted; tries += 1) {
    try {
      const resume: Record<string, string> = last === undefined ? {} : { 'Last-Event-ID': last }
      const answer = await send(url, { headers: { ...(await headers()), ...resume }, signal })
      if (!answer.ok || !answer.body) throw await errorOf(answer)
      const found: { name: string; data: unknown }[] = []
      const parser = createParser({
        onEvent: ({ id, event = 'message', data }) => {
          last = id ?? last
          found.push({ name: event, data: JSON.parse(data) })
        },
      })
      const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
      for (let read = await reader.read(); !read.done; read = await reader.read()) {
        parser.feed(read.value)
        if (found.length > 0) tries = 0
        yield* found.splice(0)
      }
    } catch (thrown) {
      if (signal?.aborted) return
      const error = thrown instanceof WatekError ? thrown : new WatekError(0, 'no_answer', '')
      if (error.status >= 400 && error.status < 500 && error.status !== 429) throw error
      await sleep(waitOf(error, tries), signal).catch(() => {})
    }
  }
}

export function createClient({ baseUrl, token, fetch: send = fetch, retries = 2 }: Options) {
  const headers = async (): Promise<Record<string, string>> => {
    const value = typeof token === 'function' ? await token() : token
    return { 'Watek-Version': VERSION, ...(value && { Authorization: `Bearer ${value}` }) }
  }
  const connection = { baseUrl, retries, send, headers }
  const groups: Record<string, Record<string, unknown>> = {}
  for (const line of CALLS.split('\n')) {
    const [group, name] = line.split(' ', 1)[0]!.split('.') as [string, string]
    const calls = (groups[group] ??= {})
    calls[name] = (input: Input = {}, options: CallOptions = {}) => call(connection, line, input, options)
  }
  const listen = (topics: string[], options?: EventsOptions) => events(connection, topics, options)
  return { ...groups, pages, events: listen }
}
