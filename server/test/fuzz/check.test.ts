import { expect, test } from 'bun:test'
import { catalog } from '#shared/i18n/index.ts'
import { calls } from '#server/http/api.ts'
import { createTestApp } from '../app.ts'
import { faultsOf } from './check.ts'
import type { Part, Plan } from './plan.ts'
import { requestFor } from './send.ts'
import { canaryOf, createFixture } from './fixture.ts'

const fixture = await createFixture(await createTestApp({ LOG_LEVEL: 'silent' }))
const [reader, writer, third] = fixture.members

const HEADERS = {
  'content-type': 'application/json',
  'x-content-type-options': 'nosniff',
  'x-request-id': 'x',
  'cache-control': 'private, no-store',
}

/** The first member of the fixture sends the request. */
function sent(name: string, parts: Record<string, Part> = {}, change: Partial<Plan> = {}) {
  const call = calls.findIndex((known) => `${known.group}.${known.name}` === name)
  const plan: Plan = {
    call,
    caller: { kind: 'member', pick: 0 },
    credential: 'none',
    parts,
    prepared: null,
    file: 'no file',
    mutation: { kind: 'none' },
    english: false,
    idempotencyKey: null,
    ...change,
  }
  return requestFor(plan, fixture)
}

const faults = (
  request: ReturnType<typeof sent>,
  status: number,
  body: unknown,
  headers: Record<string, string> = HEADERS,
) =>
  faultsOf(
    request,
    { status, headers: new Headers(headers), text: typeof body === 'string' ? body : JSON.stringify(body) },
    fixture,
  )

const conversation = sent('messages.conversations')
const summary = (content: string) => [
  {
    other_user_id: 1,
    other_username: 'x',
    other_avatar_url: null,
    last_message: { content, sender_username: 'x', created_at: '2026-11-21T00:00:00.000Z' },
    unread_count: 0,
    total_messages: 1,
  },
]

test('the fuzz check reports nothing for a correct response', () => {
  expect(faults(conversation, 200, summary(canaryOf(reader!.id, writer!.id)))).toEqual([])
  expect(
    faults(sent('posts.get', { post_id: { value: 999_999 } }), 404, {
      detail: catalog('pl').errors.post_not_found,
      code: 'post_not_found',
    }),
  ).toEqual([])
})

test('the fuzz check reports private messages, e-mail addresses, files and tokens of others in any response', () => {
  expect(faults(conversation, 200, summary(canaryOf(writer!.id, third!.id)))).toEqual([
    `shows a message from ${writer!.id} to ${third!.id}`,
  ])
  expect(faults(conversation, 200, summary(writer!.email))).toEqual([`shows the address ${writer!.email}`])
  for (const url of ['/media/m/', '/media/e/'].map((folder) => folder + '0'.repeat(32))) {
    fixture.privateFiles.set(url, new Set([writer!.id]))
    expect(faults(conversation, 200, summary(url))).toEqual([`shows the private file ${url}`])
  }
  expect(faults(conversation, 200, summary(writer!.bearer))).toEqual(['shows an access token'])
})

test('the fuzz check reports server internals in a response', () => {
  expect(
    faults(conversation, 500, {
      detail: 'PostgresError: relation "x" does not exist at /srv/queries.ts:12',
      code: 'internal',
    }),
  ).toContain("is the server's own failure")
  expect(faults(conversation, 200, summary('$argon2id$v=19$m=19456'))).toHaveLength(1)
})

test("the fuzz check reports a successful change of another member's post", () => {
  const [key] = [...fixture.owners].find(([name, owner]) => name.startsWith('post:') && owner !== reader!.id)!
  const request = sent('posts.edit', { post_id: { value: Number(key.split(':')[1]) }, title: { value: 'Moje' } })
  expect(faults(request, 200, {})).toContain('did it to what is not theirs')
})

test('the fuzz check reports the use of a file by a member who has not uploaded it', () => {
  const url = '/media/v/0000000000000000000000000000000000000000.mp4'
  const request = sent('comments.create', { video_url: { value: url } })
  fixture.uploaders.set(url, new Set([writer!.id]))
  expect(faults(request, 201, {})).toContain('did it to what is not theirs')
  fixture.uploaders.set(url, new Set([writer!.id, reader!.id]))
  expect(faults(request, 201, {})).not.toContain('did it to what is not theirs')
})

test('the fuzz check does not treat a URL whose dot segments lead out of the API as a call', () => {
  const page = { ...HEADERS, 'content-type': 'text/html' }
  expect(faults({ ...sent('posts.list'), url: '/api/..?sort=hot' }, 200, '<html>', page)).toEqual([])
  expect(faults({ ...sent('posts.list'), url: '/api/posts/..?sort=hot' }, 200, '<html>', page)).not.toEqual([])
})

test('the fuzz check reports a call that is answered for a caller without permission', () => {
  const visitor: Partial<Plan> = { caller: { kind: 'visitor' } }
  expect(faults(sent('notifications.count', {}, visitor), 200, { unread_count: 0 })).toEqual([
    'let in who is not signed in',
  ])
  expect(faults(sent('admin.dashboard'), 200, {})).toContain('let in who has no credential')
  expect(
    faults(sent('admin.me', {}, visitor), 200, { scope: 'admin', categories: [], username: null, draft_keys: [] }),
  ).toEqual(['let in who is no staff'])
})

test('the fuzz check reports a response that violates the contract', () => {
  const count = sent('notifications.count')
  expect(faults(count, 200, { unread_count: '0' })).toHaveLength(1)
  expect(faults(count, 200, { unread_count: 0, more: 1 })).toEqual(['holds more than its schema'])
  expect(faults(count, 201, { unread_count: 0 })).toEqual(['is not the status of the contract'])
  expect(faults(count, 404, { detail: catalog('pl').errors.post_not_found, code: 'post_not_found' })).toHaveLength(1)
  expect(faults(count, 401, { detail: catalog('en').errors.not_signed_in, code: 'not_signed_in' })).toHaveLength(1)
  expect(faults(count, 401, { detail: catalog('pl').errors.not_signed_in, code: 'invalid' })).toHaveLength(1)
  expect(
    faults(count, 422, { detail: catalog('pl').issues.invalid, code: 'invalid', issues: { limit: 'range' } }),
  ).toEqual(['has issues that are no sentences'])
  expect(faults(count, 200, '<html>', { ...HEADERS, 'content-type': 'text/html' })).toEqual([
    'is text/html',
    'is no JSON',
  ])
  expect(faults(count, 200, { unread_count: 0 }, { ...HEADERS, 'cache-control': 'public' })).toEqual(['may be stored'])
  expect(faultsOf(count, { fault: 'no answer within 10000 ms' }, fixture)).toEqual(['no answer within 10000 ms'])
})
