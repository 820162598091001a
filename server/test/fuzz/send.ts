import { requestOf } from '#shared/api/client.ts'
import type { Endpoint } from '#shared/api/contract.ts'
import { calls } from '#server/http/api.ts'
import { makeGif, makePhoto, makePng, makePngThatClaims } from '#server/media/testing/pictures.ts'
import { makeMp4, makeWebm } from '#server/media/testing/videos.ts'
import { ADMIN_PASSWORD } from '../open-app.ts'
import { fieldsOf } from './schema-values.ts'
import type { FileKind, Plan } from './plan.ts'
import type { Member, Fixture } from './fixture.ts'

export type Sent = {
  plan: Plan
  endpoint: Endpoint
  name: string
  method: string
  url: string
  headers: Record<string, string>
  body: string | Uint8Array<ArrayBuffer> | null
  /** The member whose private data the response may contain. */
  member: Member | null
  /** Whether a valid admin credential was sent. */
  staff: boolean
  /** Whether the request reaches its call; false if the method was replaced or the URL leads to another call. */
  reaches: boolean
  input: Record<string, unknown>
}

export type Answer = { status: number; headers: Headers; text: string } | { fault: string }

const BOUNDARY = 'gniazdo'

const PICTURES = {
  png: makePng(8, 6),
  photo: await makePhoto(12, 9, 6),
  gif: makeGif(6, 6),
  mp4: makeMp4(),
  webm: makeWebm(),
  huge: makePngThatClaims(60_000, 60_000),
}

function bytesOf(kind: FileKind): Uint8Array {
  switch (kind) {
    case 'photo':
      return PICTURES.photo
    case 'gif':
      return PICTURES.gif
    case 'mp4':
      return PICTURES.mp4
    case 'vtt':
      return Buffer.from('WEBVTT\n\n00:01.000 --> 00:02.000\nDzień dobry\n')
    case 'webm':
      return PICTURES.webm
    case 'huge picture':
      return PICTURES.huge
    case 'cut picture':
      return PICTURES.photo.subarray(0, PICTURES.photo.length - 40)
    case 'garbage':
      return Buffer.from('GIF89a but not really a picture')
    case 'svg':
      return Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')
    case 'empty':
      return Buffer.alloc(0)
    default:
      return PICTURES.png
  }
}

function formOf(kind: FileKind, field: string): { body: Uint8Array<ArrayBuffer>; type: string } {
  const type = `multipart/form-data; boundary=${BOUNDARY}`
  const head = (name: string) =>
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"; filename="\u202ea.png"\r\nContent-Type: ` +
    `image/png\r\n\r\n`
  const name = kind === 'wrong field' ? 'plik' : field
  const end = kind === 'no end' ? '' : `\r\n--${BOUNDARY}--\r\n`
  const bytes = bytesOf(kind)
  const parts = {
    'no file': [`--${BOUNDARY}--\r\n`],
    'no form': ['{"file":"x"}'],
    'many parts': [...Array.from({ length: 60 }, () => `${head('x')}y\r\n`), head(name), bytes, end],
    'long head': [
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"; x="${'x'.repeat(20_000)}"\r\n\r\n`,
      bytes,
      end,
    ],
  }[kind as string] ?? [head(name), bytes, end]
  const body = new Uint8Array(Buffer.concat(parts.map((part) => Buffer.from(part))))
  return { body, type: kind === 'broken boundary' ? 'multipart/form-data; boundary="' : type }
}

function authorization(
  plan: Plan,
  as: Member | undefined,
  fixture: Fixture,
): { member: Member | null; headers: Record<string, string>; cookie: string } {
  const { caller } = plan
  if (caller.kind === 'visitor') return { member: null, headers: {}, cookie: '' }
  if (caller.kind === 'forged') return { member: null, headers: { authorization: caller.header }, cookie: '' }
  const member = as ?? fixture.members[caller.pick % fixture.members.length]!
  if (caller.kind === 'stale') return { member: null, headers: { authorization: `Bearer ${member.stale}` }, cookie: '' }
  if (caller.kind === 'cookie') return { member, headers: {}, cookie: `; session=${member.bearer}` }
  return { member, headers: { authorization: `Bearer ${member.bearer}` }, cookie: '' }
}

function credentialOf(plan: Plan, fixture: Fixture): string | null {
  if (plan.credential === 'none') return null
  if (plan.credential === 'password') return ADMIN_PASSWORD
  if (plan.credential === 'wrong') return 'wat_nothing'
  return String(fixture.of({ pool: 'admin_token', pick: fixture.pools.admin_token.length - 1 }, null))
}

export function requestFor(plan: Plan, fixture: Fixture): Sent {
  const call = calls[plan.call]!
  const { endpoint } = call
  const { mutation } = plan
  const name = `${call.group}.${call.name}`
  const prepared = plan.prepared === null ? null : fixture.preparedFor(name, plan.prepared)
  const { member, headers, cookie } = authorization(plan, prepared?.as, fixture)
  const input: Record<string, unknown> = Object.fromEntries(
    Object.entries(plan.parts).map(([field, part]) => [field, fixture.of(part, member)]),
  )
  Object.assign(input, typeof prepared?.input === 'function' ? prepared.input() : prepared?.input)
  for (const field of call.pathFields) input[field] ??= '1'
  const fields = Object.keys(fieldsOf(endpoint.input)).filter((field) => !call.pathFields.includes(field))
  if (mutation.kind === 'field' && fields.length > 0) input[fields[mutation.field % fields.length]!] = mutation.value
  if (mutation.kind === 'missing' && fields.length > 0) delete input[fields[mutation.field % fields.length]!]
  if (mutation.kind === 'extra')
    for (const [key, value] of Object.entries(mutation.fields))
      Object.defineProperty(input, key, { value, enumerable: true, configurable: true })

  const sent: Record<string, string> = { ...headers, cookie: `language=${plan.english ? 'en' : 'pl'}${cookie}` }
  if (prepared?.cookie) sent.cookie += `; ${prepared.cookie}`
  const credential = credentialOf(plan, fixture)
  if (credential !== null) sent['x-admin-password'] = credential
  if (plan.idempotencyKey !== null) sent['idempotency-key'] = plan.idempotencyKey

  let body: Sent['body'] = null
  let url = pathOf(endpoint, input)
  if (endpoint.from === 'form') {
    const form = formOf(plan.file, Object.keys(fieldsOf(endpoint.input))[0]!)
    body = form.body
    sent['content-type'] = form.type
  } else {
    const request = requestOf(endpoint, textual(endpoint, input))
    url = request.url
    if (request.json !== undefined) {
      body = request.json
      sent['content-type'] = 'application/json'
    }
  }
  let { method } = endpoint as { method: string }
  if (mutation.kind === 'body' && method !== 'GET') body = mutation.body
  if (mutation.kind === 'query') url += `${url.includes('?') ? '&' : '?'}${mutation.query}`
  if (mutation.kind === 'method') method = mutation.method
  if (mutation.kind === 'segment') url = url.replace(/\/[^/?]+(\?|$)/, `/${mutation.segment.replaceAll('$', '$$$$')}$1`)
  if (mutation.kind === 'path') url = mutation.path
  if (mutation.kind === 'headers') Object.assign(sent, mutation.headers)
  if (method === 'GET' || method === 'HEAD') body = null
  // Normalizing a URL removes `.` and `..` segments, so that it leads to another call.
  const isGone = call.pathFields.some((field) => ['', '.', '..'].includes(String(input[field])))
  const isOther =
    isGone ||
    mutation.kind === 'method' ||
    mutation.kind === 'segment' ||
    mutation.kind === 'path' ||
    (mutation.kind === 'headers' && 'host' in mutation.headers)
  return {
    plan,
    endpoint,
    name,
    method,
    url,
    headers: sent,
    body,
    member,
    input,
    reaches: !isOther,
    staff: plan.credential === 'password' || plan.credential === 'token',
  }
}

function pathOf(endpoint: Endpoint, input: Record<string, unknown>): string {
  return endpoint.path.replace(/:(\w+)/g, (_, field: string) => encodeURIComponent(String(input[field]).toWellFormed()))
}

function textual(endpoint: Endpoint, input: Record<string, unknown>): Record<string, unknown> {
  const from = endpoint.from ?? (endpoint.method === 'GET' || endpoint.method === 'DELETE' ? 'query' : 'json')
  const write = (value: unknown) => (typeof value === 'object' && value !== null ? JSON.stringify(value) : value)
  return from === 'json' ? input : Object.fromEntries(Object.entries(input).map(([key, value]) => [key, write(value)]))
}

export async function send(fixture: Fixture, sent: Sent, timeoutMs: number): Promise<Answer> {
  let request: Request
  try {
    request = new Request(`http://localhost:3000${sent.url}`, {
      method: sent.method,
      headers: sent.headers,
      body: sent.body,
    })
  } catch {
    // `fetch` throws if a request is so malformed that no client can send it.
    return { status: 0, headers: new Headers(), text: '' }
  }
  const late = Promise.withResolvers<Answer>()
  const timer = setTimeout(() => late.resolve({ fault: `no answer within ${timeoutMs} ms` }), timeoutMs)
  const answered = async (): Promise<Answer> => {
    const answer = await fixture.app.app.request(request, undefined, {
      requestIP: () => ({ address: '127.0.0.1' }),
      timeout: () => {},
    })
    return { status: answer.status, headers: answer.headers, text: await answer.text() }
  }
  try {
    return await Promise.race([answered(), late.promise])
  } catch (error) {
    return { fault: `threw ${String(error)}` }
  } finally {
    clearTimeout(timer)
  }
}
