import { requestOf } from '#shared/api/client.ts'
import type { Endpoint } from '#shared/api/contract.ts'
import { calls } from '#server/http/api.ts'
import { makeGif, makePhoto, makePng, makePngThatClaims } from '#server/media/testing/pictures.ts'
import { makeMp4, makeWebm } from '#server/media/testing/videos.ts'
import { ADMIN_PASSWORD } from '../open-app.ts'
import { fieldsOf } from './schema-values.ts'
import type { FileKind, Plan } from './plan.ts'
import type { Member, World } from './world.ts'

/** A request as it goes over the wire, and who sends it with which rights. */
export type Sent = {
  plan: Plan
  endpoint: Endpoint
  name: string
  method: string
  url: string
  headers: Record<string, string>
  body: string | Uint8Array<ArrayBuffer> | null
  /** Whose data the answer may hold. */
  member: Member | null
  /** Whether a good admin credential was sent. */
  staff: boolean
  /** Whether it goes to that call of the contract, whatever is in it. */
  reaches: boolean
  /** What was meant by each field. */
  input: Record<string, unknown>
}

/** An answer as it came, or why there is none. */
export type Answer = { status: number, headers: Headers, text: string } | { fault: string }

const BOUNDARY = 'gniazdo'

const PICTURES = { png: makePng(8, 6), photo: await makePhoto(12, 9, 6), gif: makeGif(6, 6), mp4: makeMp4(), webm: makeWebm(), huge: makePngThatClaims(60_000, 60_000) }

function bytesOf(kind: FileKind): Uint8Array {
  switch (kind) {
    case 'photo': return PICTURES.photo
    case 'gif': return PICTURES.gif
    case 'mp4': return PICTURES.mp4
    case 'webm': return PICTURES.webm
    case 'huge picture': return PICTURES.huge
    case 'cut picture': return PICTURES.photo.subarray(0, PICTURES.photo.length - 40)
    case 'garbage': return Buffer.from('GIF89a but not really a picture')
    case 'svg': return Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')
    case 'empty': return Buffer.alloc(0)
    default: return PICTURES.png
  }
}

/** A form as its plan wants it, and its content type. */
function formOf(kind: FileKind, field: string): { body: Uint8Array<ArrayBuffer>, type: string } {
  const type = `multipart/form-data; boundary=${BOUNDARY}`
  const head = (name: string) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"; filename="\u202ea.png"\r\nContent-Type: image/png\r\n\r\n`
  const name = kind === 'wrong field' ? 'plik' : field
  const end = kind === 'no end' ? '' : `\r\n--${BOUNDARY}--\r\n`
  const bytes = bytesOf(kind)
  const parts = {
    'no file': [`--${BOUNDARY}--\r\n`], 'no form': ['{"file":"x"}'],
    'many parts': [...Array.from({ length: 60 }, () => `${head('x')}y\r\n`), head(name), bytes, end],
    'long head': [`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"; x="${'x'.repeat(20_000)}"\r\n\r\n`, bytes, end],
  }[kind as string] ?? [head(name), bytes, end]
  const body = new Uint8Array(Buffer.concat(parts.map((part) => Buffer.from(part))))
  return { body, type: kind === 'broken boundary' ? 'multipart/form-data; boundary="' : type }
}

function authorization(plan: Plan, world: World): { member: Member | null, headers: Record<string, string>, cookie: string } {
  const { caller } = plan
  if (caller.kind === 'visitor') return { member: null, headers: {}, cookie: '' }
  if (caller.kind === 'forged') return { member: null, headers: { authorization: caller.header }, cookie: '' }
  const member = world.members[caller.pick % world.members.length]!
  if (caller.kind === 'stale') return { member: null, headers: { authorization: `Bearer ${member.stale}` }, cookie: '' }
  if (caller.kind === 'cookie') return { member, headers: {}, cookie: `; session=${member.bearer}` }
  return { member, headers: { authorization: `Bearer ${member.bearer}` }, cookie: '' }
}

function credentialOf(plan: Plan, world: World): string | null {
  if (plan.credential === 'none') return null
  if (plan.credential === 'password') return ADMIN_PASSWORD
  if (plan.credential === 'wrong') return 'wat_nothing'
  return String(world.of({ pool: 'admin_token', pick: world.pools.admin_token.length - 1 }, null))
}

/** What the plan means in the world as it is now. */
export function requestFor(plan: Plan, world: World): Sent {
  const call = calls[plan.call]!
  const { endpoint } = call
  const { mutation } = plan
  const { member, headers, cookie } = authorization(plan, world)
  const input: Record<string, unknown> = Object.fromEntries(Object.entries(plan.parts).map(([field, part]) => [field, world.of(part, member)]))
  for (const field of call.pathFields) input[field] ??= '1'
  const fields = Object.keys(fieldsOf(endpoint.input)).filter((field) => !call.pathFields.includes(field))
  if (mutation.kind === 'field' && fields.length > 0) input[fields[mutation.field % fields.length]!] = mutation.value
  if (mutation.kind === 'missing' && fields.length > 0) delete input[fields[mutation.field % fields.length]!]
  if (mutation.kind === 'extra') for (const [key, value] of Object.entries(mutation.fields)) Object.defineProperty(input, key, { value, enumerable: true, configurable: true })

  const sent: Record<string, string> = { ...headers, cookie: `language=${plan.english ? 'en' : 'pl'}${cookie}` }
  const credential = credentialOf(plan, world)
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
  // An address has no such segments: it leads to another call.
  const isGone = call.pathFields.some((field) => ['', '.', '..'].includes(String(input[field])))
  const isOther = isGone || mutation.kind === 'method' || mutation.kind === 'segment' || mutation.kind === 'path' || (mutation.kind === 'headers' && 'host' in mutation.headers)
  return {
    plan, endpoint, name: `${call.group}.${call.name}`, method, url, headers: sent, body, member, input, reaches: !isOther,
    staff: plan.credential === 'password' || plan.credential === 'token',
  }
}

function pathOf(endpoint: Endpoint, input: Record<string, unknown>): string {
  return endpoint.path.replace(/:(\w+)/g, (_, field: string) => encodeURIComponent(String(input[field]).toWellFormed()))
}

/** Values that have no text of their own as one. */
function textual(endpoint: Endpoint, input: Record<string, unknown>): Record<string, unknown> {
  const from = endpoint.from ?? (endpoint.method === 'GET' || endpoint.method === 'DELETE' ? 'query' : 'json')
  const write = (value: unknown) => (typeof value === 'object' && value !== null ? JSON.stringify(value) : value)
  return from === 'json' ? input : Object.fromEntries(Object.entries(input).map(([key, value]) => [key, write(value)]))
}

/** Sends it to the app and waits no longer than `patience` ms. */
export async function send(world: World, sent: Sent, patience: number): Promise<Answer> {
  let request: Request
  try {
    request = new Request(`http://localhost:3000${sent.url}`, { method: sent.method, headers: sent.headers, body: sent.body })
  } catch {
    // No client can send that: it never comes to a server.
    return { status: 0, headers: new Headers(), text: '' }
  }
  const late = Promise.withResolvers<Answer>()
  const timer = setTimeout(() => late.resolve({ fault: `no answer within ${patience} ms` }), patience)
  const answered = async (): Promise<Answer> => {
    const answer = await world.app.app.request(request, undefined, { requestIP: () => ({ address: '127.0.0.1' }), timeout: () => {} })
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
