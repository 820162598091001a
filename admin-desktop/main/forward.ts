import { contract } from '../../shared/api/index.ts'
import type { Endpoint } from '../../shared/api/contract.ts'
import { UPLOAD } from '../../shared/limits.ts'
import type { Lang } from '../../shared/i18n/plural.ts'
import { credentialHeaders, type Credential } from './credentials.ts'

/** The bot can take a minute to reply to all pending comments. */
const FORWARD_TIMEOUT_MS = 90_000
const MAX_BODY_BYTES = 1024 * 1024
/** Maximum size of a form: a picture and the form's other fields. */
const MAX_FORM_BYTES = UPLOAD.file + 64 * 1024
/** Request headers that are passed on; all others are dropped, above all cookies. */
const REQUEST_HEADERS = ['accept', 'content-type', 'idempotency-key', 'range']
const ANSWER_HEADERS = ['content-type', 'content-range', 'accept-ranges', 'retry-after', 'x-total-count']
const MEDIA_TYPE = /^(image|video|audio)\/(?!svg)[\w.+-]+(;|$)/
const MEDIA_PATH = /^\/media\/[\w./-]+$/

export type Fetch = (url: string, init: RequestInit) => Promise<Response>

type ForwardTo = { address: string; credential: Credential | null; lang: Lang }

export type Forwarded = { response: Response } | { refused: 400 | 403 | 413 | 415 } | { unreachable: true }

/** API calls; `isForPanel` marks the calls for staff and the public calls that only read. */
const calls = Object.entries(contract)
  .flatMap(([group, endpoints]) =>
    Object.values<Endpoint>(endpoints).map(({ method, path, access, from }) => ({
      method,
      path: new RegExp(`^${path.replace(/\/$/, '').replace(/:\w+/g, '[^/]+')}/?$`),
      parameters: path.split(':').length - 1,
      isForm: from === 'form',
      isForPanel:
        access === 'staff' ||
        access === 'moderator' ||
        access === 'admin' ||
        access === 'user_or_admin' ||
        (access === 'public' && method === 'GET' && group !== 'auth'),
    })),
  )
  // As on the server, /api/users/me comes before /api/users/:username.
  .sort((a, b) => a.parameters - b.parameters)

const callAt = (method: string, path: string) => calls.find((call) => call.method === method && call.path.test(path))

export function isForwarded(method: string, path: string): boolean {
  // Allows only characters that all URL parsers interpret identically.
  if (!/^\/[\w./~-]*$/.test(path) || path.includes('//') || /(^|\/)\.{1,2}(\/|$)/.test(path)) return false
  if (MEDIA_PATH.test(path)) return method === 'GET'
  return callAt(method, path)?.isForPanel ?? false
}

export async function forward(request: Request, to: ForwardTo, send: Fetch): Promise<Forwarded> {
  const { pathname, search } = new URL(request.url)
  if (!isForwarded(request.method, pathname)) return { refused: 403 }
  const isMedia = pathname.startsWith('/media/')
  const body = await bodyOf(request, callAt(request.method, pathname)?.isForm ?? false)
  if (typeof body === 'number') return { refused: body }

  const headers = Object.fromEntries(
    REQUEST_HEADERS.flatMap((name) => {
      const value = request.headers.get(name)
      return value === null ? [] : [[name, value]]
    }),
  )
  let answer: Response
  try {
    answer = await send(to.address + pathname + search, {
      method: request.method,
      headers: { ...headers, cookie: `language=${to.lang}`, ...(!isMedia && credentialHeaders(to.credential)) },
      body,
      // A redirect would send the credential to another host; requests for media carry none.
      redirect: isMedia ? 'follow' : 'error',
      credentials: 'omit',
      signal: AbortSignal.any([request.signal, AbortSignal.timeout(FORWARD_TIMEOUT_MS)]),
    })
  } catch {
    return { unreachable: true }
  }
  const type = answer.headers.get('content-type') ?? ''
  if (isMedia ? answer.ok && !MEDIA_TYPE.test(type) : !/^application\/json\b/.test(type)) {
    await answer.body?.cancel()
    // The response comes from a gateway or a captive portal, not from the forum.
    return answer.status >= 500 || !isMedia ? { unreachable: true } : { refused: 415 }
  }
  return {
    response: new Response(isEmpty(answer) ? null : answer.body, {
      status: answer.status,
      headers: answerHeaders(answer),
    }),
  }
}

const isEmpty = ({ status }: Response) => status === 204 || status === 304

function answerHeaders(answer: Response): Headers {
  // Without `no-store`, the disk cache would keep what a moderator saw.
  const headers = new Headers({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' })
  for (const name of ANSWER_HEADERS) {
    const value = answer.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  return headers
}

const isOfType = (request: Request, type: RegExp) => type.test(request.headers.get('content-type') ?? '')

async function bodyOf(request: Request, isForm: boolean): Promise<string | ArrayBuffer | undefined | 413 | 415> {
  if (request.method === 'GET') return undefined
  if (isForm) {
    if (!isOfType(request, /^multipart\/form-data;/)) return 415
    if (Number(request.headers.get('content-length') ?? 0) > MAX_FORM_BYTES) return 413
    const form = await request.arrayBuffer()
    return form.byteLength > MAX_FORM_BYTES ? 413 : form
  }
  if (Number(request.headers.get('content-length') ?? 0) > MAX_BODY_BYTES) return 413
  const text = await request.text()
  if (text.length > MAX_BODY_BYTES) return 413
  if (text === '') return undefined
  return isOfType(request, /^application\/json\b/) ? text : 415
}
