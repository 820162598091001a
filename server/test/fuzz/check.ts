import * as v from 'valibot'
import type { Schema } from '#shared/api/contract.ts'
import { catalog, type ServerTexts } from '#shared/i18n/index.ts'
import { errorsOf, isDeclared } from '../declared-errors.ts'
import type { Answer, Sent } from './send.ts'
import { canariesIn, CANARY_MAIL, type Fixture } from './fixture.ts'

/** No response may contain these strings. */
const INTERNAL = [
  /\$argon2/,
  /PostgresError/,
  /node_modules/,
  /\.tsx?:\d+/,
  /\bfile:\/\/\/(?!etc\/passwd)/,
  /Failed query/,
  /test-secret/,
  /Staff-password-1/,
]

const TOKENS = new Set([
  'auth.login',
  'auth.verifyEmail',
  'factors.secondFactor',
  'factors.passkeyLogin',
  'signInServices.register',
])

const BY_SECRET = new Set([...TOKENS, 'account.confirmEmail', 'account.undoEmail'])

/** Null if the fixture does not determine whether the member may make the call. */
function mayDo({ name, member, input, plan }: Sent, fixture: Fixture): boolean | null {
  const owner = (kind: string, id: unknown) => fixture.owners.get(`${kind}:${String(id)}`)
  const isOwn = (kind: string, id: unknown) => (owner(kind, id) === undefined ? null : owner(kind, id) === member?.id)
  const isForeign = (url: unknown) =>
    fixture.uploaders.has(String(url)) && !fixture.uploaders.get(String(url))!.has(member?.id ?? -1)
  const moderates = [...fixture.moderators.values()].some((ids) => member !== null && ids.has(member.id))
  switch (name) {
    case 'posts.edit':
      return isOwn('post', input.post_id)
    case 'posts.remove':
      return member?.is_admin || moderates ? null : isOwn('post', input.post_id)
    case 'comments.edit':
      return member?.is_admin ? null : isOwn('comment', input.comment_id)
    case 'comments.remove':
      return member?.is_admin || moderates ? null : isOwn('comment', input.comment_id)
    case 'streams.edit':
      return isOwn('stream', input.stream_id)
    case 'streams.end':
      return isOwn('stream', input.stream_id)
    case 'appeals.create':
      return isOwn('decision', input.decision_id)
    case 'account.endSession':
      return isOwn('session', input.session_id)
    case 'applications.remove':
      return isOwn('application', input.client_id)
    case 'grants.remove':
      return isOwn('grant', input.grant_id)
    case 'tokens.remove':
      return isOwn('token', input.token_id)
    case 'signInServices.unlink':
      return isOwn('service', input.link_id)
    case 'factors.removePasskey':
      return isOwn('passkey', input.passkey_id)
    case 'moderators.accept':
    case 'moderators.decline':
      return isOwn('invite', input.invite_id)
    case 'notifications.markRead':
      return isOwn('notification', input.notification_id)
    // With an idempotency key the response may be that of an earlier request.
    case 'posts.create':
    case 'comments.create':
    case 'messages.send':
      return plan.idempotencyKey === null && [input.image_url, input.video_url].some((url) => isForeign(url))
        ? false
        : null
    default:
      return null
  }
}

function brokenTimes(value: unknown, key = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => brokenTimes(item, key))
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, inner]) => brokenTimes(inner, name))
  const isTime = key.endsWith('_at') && typeof value === 'string'
  return isTime && !/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/.test(value) ? [`${key} is ${value}`] : []
}

/** Finds server internals or private data of other members in a response. */
export function leaks(
  sent: Pick<Sent, 'url' | 'body' | 'member' | 'name' | 'staff'>,
  answer: string,
  fixture: Fixture,
): string[] {
  // The caller's own unconfirmed e-mail address is no leak.
  const text = answer.replace(/"pending_email":"[^"]*"/, '')
  const found = INTERNAL.filter((pattern) => pattern.test(text)).map((pattern) => `holds ${pattern.source}`)
  const request =
    decodeURIComponent(sent.url.replace(/%(?![0-9a-f]{2})/gi, '%25').replace(/%[89a-f][0-9a-f]/gi, '')) +
    String(sent.body ?? '')
  const reader = sent.member?.id ?? -1
  for (const [from, to] of canariesIn(text))
    if (reader !== from && reader !== to) found.push(`shows a message from ${from} to ${to}`)
  for (const [address] of text.matchAll(CANARY_MAIL)) {
    const isOwn = sent.member !== null && fixture.addresses.get(address) === sent.member.id
    const isAsked = request.includes(address) || BY_SECRET.has(sent.name)
    if (!isOwn && !isAsked && !(sent.staff && /^(admin|queue)\./.test(sent.name)))
      found.push(`shows the address ${address}`)
  }
  for (const [url] of text.matchAll(/\/media\/[em]\/[0-9a-f]{32}/g)) {
    const readers = fixture.privateFiles.get(url)
    if (readers && !readers.has(reader) && !request.includes(url)) found.push(`shows the private file ${url}`)
  }
  // The API documentation contains invented tokens as examples.
  const mayShowTokens = TOKENS.has(sent.name) || sent.url.startsWith('/api/openapi.json')
  if (!mayShowTokens && /eyJ[\w-]{5,}\.eyJ/.test(text) && !/eyJ/.test(request)) found.push('shows an access token')
  return found
}

function checkSuccess(sent: Sent, status: number, text: string, fixture: Fixture): string[] {
  const faults: string[] = []
  if (status !== (sent.endpoint.status ?? 200)) faults.push('is not the status of the contract')
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return ['is no JSON']
  }
  const parsed = v.safeParse(sent.endpoint.output as Schema, body)
  if (!parsed.success)
    faults.push(`does not fit its schema: ${v.getDotPath(parsed.issues[0])} ${parsed.issues[0].message}`)
  else if (!Bun.deepEquals(parsed.output, body)) faults.push('holds more than its schema')
  faults.push(...brokenTimes(body))
  if (!text.isWellFormed() || text.includes('\\ud8') || text.includes('\\u0000'))
    faults.push('holds what no text should')
  if (mayDo(sent, fixture) === false) faults.push('did it to what is not theirs')
  const { access, method } = sent.endpoint
  const isBearer = sent.plan.caller.kind === 'member'
  if (access === 'user' && !(sent.member && (method === 'GET' || isBearer))) faults.push('let in who is not signed in')
  if (access === 'user_or_admin' && !sent.staff && !(sent.member && (method === 'GET' || isBearer)))
    faults.push('let in who is not signed in')
  if (access === 'admin' && !sent.staff) faults.push('let in who has no credential')
  if ((access === 'moderator' || access === 'staff') && !sent.staff && !isBearer) faults.push('let in who is no staff')
  return faults
}

function checkError(sent: Sent, status: number, text: string): string[] {
  const t = catalog(sent.headers.cookie?.startsWith('language=en') ? 'en' : 'pl')
  let body: { detail?: unknown; code?: unknown; issues?: unknown }
  try {
    body = JSON.parse(text) as typeof body
  } catch {
    return ['is no JSON']
  }
  const faults: string[] = []
  const codes = errorsOf(status, body.code)
  if (codes.length === 0) return [`has the code ${String(body.code)}, which is none of that status`]
  if (typeof body.detail !== 'string' || body.detail === '') faults.push('has no sentence')
  const isForeign = 'origin' in sent.headers || 'sec-fetch-site' in sent.headers
  if (sent.reaches && !isDeclared(sent.endpoint, codes, { isForeign }))
    faults.push(`has the code ${String(body.code)}, which the contract does not give to ${sent.name}`)
  const sentences = Object.values(t.issues as Record<string, unknown>)
  const isKnown =
    sentences.includes(body.detail) ||
    codes.some((code) => t.errors[code] === body.detail) ||
    status === 429 ||
    Object.values(t.uploadRefusals).includes(body.detail as never) ||
    isOfCaptions(t.captionRefusals, body.detail) ||
    [t.uploads.imageTooLarge, t.uploads.videoTooLarge, t.uploads.messageImageTooLarge].includes(body.detail as never)
  if (!isKnown) faults.push(`says '${String(body.detail)}', which the catalog of that language does not`)
  if (body.issues !== undefined) {
    const issues = Object.entries(body.issues as Record<string, unknown>)
    if (status !== 422 || issues.length === 0 || issues.some(([, sentence]) => !sentences.includes(sentence)))
      faults.push('has issues that are no sentences')
  }
  return faults
}

function isOfCaptions({ problems, inLine, tooLarge }: ServerTexts['captionRefusals'], detail: unknown): boolean {
  const line = Number(/\d+/.exec(String(detail))?.[0] ?? 0)
  const sentences = Object.values(problems)
  return [tooLarge, ...sentences, ...sentences.map((problem) => inLine(line, problem))].some((one) => one === detail)
}

export function faultsOf(sent: Sent, answer: Answer, fixture: Fixture): string[] {
  if ('fault' in answer) return [answer.fault]
  const { status, headers, text } = answer
  if (status === 0) return []
  const faults = leaks(sent, text, fixture)
  // The contract declares 502 for a push service that does not respond.
  if (status >= 500 && !(status === 502 && sent.name === 'push.test')) faults.push("is the server's own failure")
  if (headers.get('x-content-type-options') !== 'nosniff' || !headers.get('x-request-id'))
    faults.push('lacks the headers that every answer has')
  const isBodyless = sent.method === 'HEAD' || sent.method === 'OPTIONS' || status === 304
  // The URL may lead out of the API, because `.` and `..` segments are removed from its path.
  const isCall = new URL(sent.url, 'http://localhost').pathname.startsWith('/api/')
  if (isBodyless || !isCall || (sent.plan.mutation.kind === 'path' && status < 400)) return faults
  if (!headers.get('content-type')?.startsWith('application/json')) faults.push(`is ${headers.get('content-type')}`)
  if (status >= 400) return [...faults, ...checkError(sent, status, text)]
  if (!sent.reaches) return faults
  if (!headers.get('cache-control')?.includes('no-store')) faults.push('may be stored')
  return [...faults, ...checkSuccess(sent, status, text, fixture)]
}
