import type { ApiOf, CallOptions, Contract, Endpoint } from './contract.ts'
import { CallError } from './errors.ts'

/** FormData is declared here, because this folder is compiled without DOM types. */
declare const FormData: new () => { append: (name: string, value: unknown) => void }

type Answer = {
  ok: boolean
  status: number
  headers: { get: (name: string) => string | null }
  text: () => Promise<string>
}

export type FetchLike = (
  url: string,
  init: {
    method: string
    headers: Record<string, string>
    body?: any
    credentials?: 'include'
    signal?: any
    onProgress?: (share: number) => void
    keepalive?: boolean
  },
) => Promise<Answer> | Answer

type ClientOptions = {
  /** The origin of the API; '' for the page's own origin. */
  base?: string
  headers?: (endpoint: Endpoint) => Record<string, string>
  /** Wraps every call; it may return a result without sending the call, or handle its error. */
  around?: (
    call: { name: string; endpoint: Endpoint; input: Record<string, unknown>; options: CallOptions },
    send: (options?: CallOptions) => Promise<unknown>,
  ) => Promise<unknown>
  /** Called before the error reaches the caller. */
  onError?: (error: CallError, endpoint: Endpoint) => void
}

const query = (input: Record<string, unknown>) => {
  const pairs = Object.entries(input)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(String(value).toWellFormed())}`)
  return pairs.length > 0 ? `?${pairs.join('&')}` : ''
}

function formOf(fields: Record<string, unknown>): unknown {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined && value !== null) form.append(name, value)
  return form
}

export function requestOf(
  endpoint: Endpoint,
  input: Record<string, unknown>,
): { url: string; json?: string; form?: unknown } {
  const rest = { ...input }
  const path = endpoint.path.replace(/:(\w+)/g, (_, field: string) => {
    const value = rest[field]
    delete rest[field]
    return encodeURIComponent(String(value).toWellFormed())
  })
  const from = endpoint.from ?? (endpoint.method === 'GET' || endpoint.method === 'DELETE' ? 'query' : 'json')
  if (from === 'query') return { url: path + query(rest) }
  if (from === 'form') return { url: path, form: formOf(rest) }
  return { url: path, json: Object.keys(rest).length > 0 ? JSON.stringify(rest) : undefined }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function errorBody(text: string): Record<string, unknown> {
  const value = parseJson(text)
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

/** A failed call throws a `CallError`, with status 0 if no response came. */
export function createHttpApi<C extends Contract>(
  contract: C,
  fetch: FetchLike,
  options: ClientOptions = {},
): ApiOf<C> {
  async function send(
    endpoint: Endpoint,
    input: Record<string, unknown>,
    { idempotencyKey, signal, onProgress, keepalive }: CallOptions,
  ): Promise<unknown> {
    const { url, json, form } = requestOf(endpoint, input)
    const headers: Record<string, string> = { ...options.headers?.(endpoint) }
    if (json !== undefined) headers['Content-Type'] = 'application/json'
    if (idempotencyKey !== undefined) headers['Idempotency-Key'] = idempotencyKey
    let error: CallError
    let refusal = 0
    try {
      const answer = await fetch((options.base ?? '') + url, {
        method: endpoint.method,
        headers,
        body: json ?? form,
        credentials: 'include',
        signal,
        onProgress,
        keepalive,
      })
      if (!answer.ok) refusal = answer.status
      const text = await answer.text()
      const value = answer.ok ? parseJson(text) : undefined
      if (value !== undefined) return value
      error = answer.ok ? new CallError(500, { code: 'internal' }) : new CallError(refusal, errorBody(text))
    } catch (cause) {
      if ((cause as { name?: string }).name === 'AbortError') throw cause
      error = new CallError(refusal, {})
    }
    options.onError?.(error, endpoint)
    throw error
  }

  const api: Record<string, Record<string, unknown>> = {}
  for (const [group, endpoints] of Object.entries(contract)) {
    const calls = (api[group] ??= {})
    for (const [name, endpoint] of Object.entries(endpoints)) {
      calls[name] = (input: Record<string, unknown> = {}, call: CallOptions = {}) =>
        options.around
          ? options.around({ name: `${group}.${name}`, endpoint, input, options: call }, (changed = call) =>
              send(endpoint, input, changed),
            )
          : send(endpoint, input, call)
    }
  }
  return api as unknown as ApiOf<C>
}
