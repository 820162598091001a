import { describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Endpoint } from '#shared/api/contract.ts'
import { contract } from '#shared/api/index.ts'
import { catalog } from '#shared/i18n/index.ts'
import { LIMITS } from '#shared/limits.ts'
import { ADMIN_PASSWORD, createTestApp } from '#server/test/app.ts'
import { createUser } from '#server/test/factories.ts'
import { generatedInput } from '#server/test/inputs.ts'

/* Tests the errors that any call can have, over every call of the contract and in both languages. */

const t = await createTestApp()
const strict = await createTestApp({ RATE_LIMIT_SCALE: '0.000001' })
const broken = await createTestApp()
const member = await createUser(t.db)
const bearer = await t.bearerOf(member)

const LANGS = ['pl', 'en'] as const
type Lang = (typeof LANGS)[number]
type Body = { detail: string; code: string; issues?: Record<string, string> }

const endpoints = Object.values(contract).flatMap((group) => Object.values(group as Record<string, Endpoint>))
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`
/** Returns where a call reads its input, apart from path parameters: query, JSON body or form. */
const fromOf = ({ from, method }: Endpoint) => from ?? (method === 'GET' || method === 'DELETE' ? 'query' : 'json')
/** Fills the path parameters with ids and names that do not exist. */
const pathOf = ({ path }: Endpoint, id = '2000000000') => path.replace(/:\w+_id|:id/g, id).replace(/:\w+/g, 'nikt_taki')

const CREDENTIAL = { id: 'x', rawId: 'x', type: 'public-key' }

/** Input for calls whose generated input would be refused (422) or would have effects, such as a mail sent. */
const NEEDED: Record<string, Record<string, unknown>> = {
  'POST /api/account/applications': {
    name: 'Czytnik',
    url: 'https://app.example',
    redirect_uris: ['https://app.example/callback'],
    kind: 'public',
    scopes: ['read'],
  },
  'POST /api/modmail': { category_id: null, subject: 'Pytanie', text: 'Treść' },
  'POST /api/auth/register': { username: 'nowa_osoba', email: 'nowa@example.org', password: 'Haslo1234' },
  'POST /api/auth/login': { username: 'nikt_taki', password: 'Haslo1234' },
  'POST /api/auth/resend-verification': { email: 'nowa@example.org' },
  'POST /api/auth/password-reset-request': { email: 'nowa@example.org' },
  'POST /api/auth/password-reset-confirm': { token: 'x', new_password: 'Haslo1234' },
  'POST /api/auth/passkey': {
    response: { ...CREDENTIAL, response: { clientDataJSON: 'x', authenticatorData: 'x', signature: 'x' } },
  },
  'POST /api/account/password': { password: 'x', new_password: 'Haslo1234' },
  'POST /api/account/email': { email: 'nowa@example.org', password: 'x' },
  'POST /api/account/totp': { password: 'x' },
  'POST /api/account/passkeys': {
    name: 'x',
    response: { ...CREDENTIAL, response: { clientDataJSON: 'x', attestationObject: 'x' } },
  },
  'POST /api/admin-auth/login': { password: 'x' },
  'POST /api/admin/test-mail': { email: 'nowa@example.org' },
  'POST /api/setup': {
    code: 'x',
    site_name: 'Forum',
    language: 'pl',
    username: 'nowa_osoba',
    email: 'nowa@example.org',
    password: 'Haslo1234',
  },
  'POST /api/posts': { title: 'Tytuł', category_id: 2_000_000_000 },
  'PATCH /api/posts/:post_id': { title: 'Tytuł' },
  'POST /api/categories': { name: 'nowy_dzial', display_name: 'Nowy dział' },
  'GET /api/comments': { post_id: 2_000_000_000 },
  'POST /api/comments': { post_id: 2_000_000_000, content: 'x' },
  'PATCH /api/comments/:comment_id': { content: 'x' },
  'POST /api/messages': { recipient_id: 2_000_000_000, content: 'x' },
  'POST /api/hooks': { url: 'https://1.1.1.1/x', events: ['post.created'] },
  'PATCH /api/hooks/:hook_id': { is_enabled: true },
  'POST /api/push/subscriptions': {
    endpoint: 'https://1.1.1.1/x',
    keys: {
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    },
  },
  'POST /api/reports': { post_id: 2_000_000_000, reason: 'x' },
  'POST /api/notices': {
    url: '/post/1',
    category: 'illegal',
    text: 'To jest treść niezgodna z prawem.',
    good_faith: true,
  },
  'POST /api/streams': { title: 'Na żywo', url: 'https://example.org/' },
  'POST /api/bot/respond-to-comment-public': { comment_id: 2_000_000_000 },
  'POST /api/bot/respond-to-comment': { comment_id: 2_000_000_000 },
  'POST /api/moderation/filters': {
    name: 'x',
    action: 'hold',
    match: { any: [{ field: 'text', op: 'word', value: 'x' }] },
  },
  'POST /api/moderation/filters/test': { match: { any: [{ field: 'text', op: 'word', value: 'x' }] }, days: 7 },
  'PATCH /api/moderation/filters/:filter_id': { is_enabled: false },
  'POST /api/admin/backups': { kind: 'proof' },
  'PATCH /api/admin/settings': { values: {} },
}

const inputOf = (endpoint: Endpoint) => NEEDED[nameOf(endpoint)] ?? generatedInput(endpoint)

/** The error of a call if the thing in its path does not exist; the first text is a part of the path. */
const MISSING: [string, keyof ReturnType<typeof catalog>['errors']][] = [
  ['/users/', 'user_not_found'],
  ['/comment', 'comment_not_found'],
  ['/posts/', 'post_not_found'],
  ['/votes/:post_id', 'post_not_found'],
  ['/categories/', 'category_not_found'],
  ['/conversation/', 'user_not_found'],
]

type Sent = {
  lang?: Lang
  id?: string
  input?: Record<string, unknown>
  body?: string | Uint8Array<ArrayBuffer>
  token?: string | null
  app?: typeof t
}

/** The caller has every right, unless another token is given. */
async function send(
  endpoint: Endpoint,
  { lang = 'pl', id, input = inputOf(endpoint), body, token = bearer, app = t }: Sent = {},
) {
  const from = fromOf(endpoint)
  const query = from === 'query' ? `?${new URLSearchParams(input as Record<string, string>)}` : ''
  const answer = await app.request(pathOf(endpoint, id) + query, {
    method: endpoint.method,
    body: body ?? (from === 'json' ? JSON.stringify(input) : from === 'form' ? new FormData() : undefined),
    headers: {
      cookie: `language=${lang}`,
      'x-admin-password': ADMIN_PASSWORD,
      ...(from === 'json' && { 'content-type': 'application/json' }),
      ...(token !== null && { authorization: `Bearer ${token}` }),
    },
  })
  return { name: nameOf(endpoint), status: answer.status, headers: answer.headers, body: (await answer.json()) as Body }
}

/** Sends a request to each endpoint, and returns what `pick` takes from each response. */
async function sendToEach<T>(
  over: Endpoint[],
  sent: (endpoint: Endpoint) => Sent,
  pick: (answer: Awaited<ReturnType<typeof send>>) => T,
): Promise<T[]> {
  const picked: T[] = []
  for (const endpoint of over) picked.push(pick(await send(endpoint, sent(endpoint))))
  return picked
}

const outcome = ({ name, status, body }: Awaited<ReturnType<typeof send>>) =>
  `${name}: ${status} ${body.code} ${body.detail}`
const all = (over: Endpoint[], status: number, code: string, detail: string) =>
  over.map((endpoint) => `${nameOf(endpoint)}: ${status} ${code} ${detail}`)

describe.each(LANGS)('every call in %s', (lang) => {
  const { errors, issues } = catalog(lang)

  test('ERR-3 every call for members and every public GET refuses an unknown or ended login session', async () => {
    const ended = await t.bearerOf(member)
    await t.request('/api/auth/logout', { method: 'POST', headers: { authorization: `Bearer ${ended}` } })
    // Public calls that are not GET ignore an invalid login session, and staff calls have another credential.
    const checkingSession = endpoints.filter(
      ({ access, method }) => access === 'user' || (access === 'public' && method === 'GET'),
    )
    const refused = all(checkingSession, 401, 'not_signed_in', errors.not_signed_in)
    expect(await sendToEach(checkingSession, () => ({ lang, token: 'nonsense' }), outcome)).toEqual(refused)
    expect(await sendToEach(checkingSession, () => ({ lang, token: ended }), outcome)).toEqual(refused)
  })

  test('every call refuses a malformed id in its path with 400', async () => {
    const byId = endpoints.filter(({ path }) => /:(\w+_)?id\b/.test(path))
    expect(byId.length).toBeGreaterThan(20)
    expect(await sendToEach(byId, () => ({ lang, id: '1x' }), outcome)).toEqual(all(byId, 400, 'bad_id', errors.bad_id))
  })

  test('every call that takes JSON refuses any other body with 400', async () => {
    const taking = endpoints.filter((endpoint) => fromOf(endpoint) === 'json')
    expect(await sendToEach(taking, () => ({ lang, body: '{"a":' }), outcome)).toEqual(
      all(taking, 400, 'bad_json', errors.bad_json),
    )
    expect(await sendToEach(taking, () => ({ lang, body: '[]' }), outcome)).toEqual(
      all(taking, 400, 'bad_json', errors.bad_json),
    )
    expect(await sendToEach(taking, () => ({ lang, body: new Uint8Array([0x7b, 0xff, 0x7d]) }), outcome)).toEqual(
      all(taking, 400, 'bad_json', errors.bad_json),
    )
  })

  test('every call that takes JSON refuses a body of 1.1 MB with 413', async () => {
    const taking = endpoints.filter((endpoint) => fromOf(endpoint) === 'json')
    const body = JSON.stringify({ content: 'x'.repeat(1_100_000) })
    expect(await sendToEach(taking, () => ({ lang, body }), outcome)).toEqual(
      all(taking, 413, 'too_large', errors.too_large),
    )
  })

  test('ERR-3 every call lists its missing fields with 422 and a message', async () => {
    const missingOf = ({ input, path }: Endpoint) => {
      const given = Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, field]) => [field, '1']))
      return new Set(
        v.safeParse(input, given, { abortPipeEarly: true }).issues?.map((issue) => String(issue.path?.[0]?.key)),
      )
    }
    const needing = endpoints.filter((endpoint) => missingOf(endpoint).size > 0)
    expect(needing.length).toBeGreaterThan(15)
    const picked = await sendToEach(
      needing,
      () => ({ lang, input: {} }),
      ({ name, status, body }) => [name, status, body.code, Object.keys(body.issues ?? {}).sort()],
    )
    expect(picked).toEqual(
      needing.map((endpoint) => [nameOf(endpoint), 422, 'invalid', [...missingOf(endpoint)].sort()]),
    )
    const sentences = await sendToEach(
      needing,
      () => ({ lang, input: {} }),
      ({ body }) => [body.detail, ...Object.values(body.issues!)],
    )
    expect(sentences.flat().filter((sentence) => !(Object.values(issues) as string[]).includes(sentence))).toEqual([])
  })

  test('every list call refuses a limit or offset out of bounds with 422', async () => {
    const has = (field: string) =>
      endpoints.filter(({ input }) => field in ((input as unknown as { entries?: object }).entries ?? {}))
    const refused = async (field: string, value: number) =>
      sendToEach(
        has(field),
        (endpoint) => ({ lang, input: { ...inputOf(endpoint), [field]: value } }),
        ({ status, body }) =>
          `${status} ${Object.entries(body.issues ?? {})
            .map(([name, sentence]) => `${name}: ${sentence}`)
            .join()}`,
      )
    const expected = (field: string) => has(field).map(() => `422 ${field}: ${issues.range}`)
    expect(has('limit').length).toBeGreaterThan(20)
    expect(await refused('limit', LIMITS.listLimit + 1)).toEqual(expected('limit'))
    expect(await refused('limit', 0)).toEqual(expected('limit'))
    expect(await refused('offset', LIMITS.offset + 1)).toEqual(expected('offset'))
    expect(await refused('skip', LIMITS.offset + 1)).toEqual(expected('skip'))
  })

  test('every call for a missing object returns 404', async () => {
    const naming = endpoints.filter(({ path }) => path.includes(':'))
    const codeOf = (endpoint: Endpoint) => MISSING.find(([part]) => endpoint.path.includes(part))?.[1] ?? 'not_found'
    const missing = naming.map((endpoint) => `${nameOf(endpoint)}: 404 ${codeOf(endpoint)} ${errors[codeOf(endpoint)]}`)
    expect(await sendToEach(naming, () => ({ lang }), outcome)).toEqual(missing)
  })

  test('every path of a call returns 405 for another method', async () => {
    const paths = [...new Set(endpoints.map((endpoint) => pathOf(endpoint)))]
    const answers = await Promise.all(
      paths.map((path) => t.request(path, { method: 'PROPFIND', headers: { cookie: `language=${lang}` } })),
    )
    expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 405))
    expect(await answers[0]!.json()).toEqual({ code: 'method_not_allowed', detail: errors.method_not_allowed })
  })
})

describe('rate-limited calls', () => {
  test('a rate-limited call returns 429 with the seconds to wait, in the header and the message', async () => {
    const app = strict
    const token = await strict.bearerOf(await createUser(strict.db))
    // Logging out must always work, so calls that only end a login session have no rate limit.
    const uncounted = ['POST /api/auth/logout', 'DELETE /api/auth/session', 'POST /api/admin-auth/logout']
    const counted = endpoints.filter((endpoint) => !uncounted.includes(nameOf(endpoint)))
    await sendToEach(
      counted,
      () => ({ app, token }),
      () => null,
    )
    const pick =
      (lang: Lang) =>
      ({ name, status, headers, body }: Awaited<ReturnType<typeof send>>) => {
        const seconds = Number(headers.get('retry-after'))
        return (
          `${name}: ${status} ${body.code} ` +
          `${seconds >= 1 && body.detail === catalog(lang).tooManyRequests(seconds)}`
        )
      }
    const refused = counted.map((endpoint) => `${nameOf(endpoint)}: 429 too_many_requests true`)
    expect(await sendToEach(counted, () => ({ app, token, lang: 'pl' }), pick('pl'))).toEqual(refused)
    expect(await sendToEach(counted, () => ({ app, token, lang: 'en' }), pick('en'))).toEqual(refused)
  })
})

test('an unexpected error returns 500 without details, and is logged with the request id', async () => {
  const logged: [string, unknown][] = []
  broken.services.log.error = (message, fields) => {
    logged.push([message, fields])
  }
  await broken.db.execute(sql`drop table stream cascade`)
  const answer = await broken.request('/api/admin/streams', {
    headers: { 'x-admin-password': ADMIN_PASSWORD, cookie: 'language=en' },
  })
  expect([answer.status, await answer.json()]).toEqual([
    500,
    { code: 'internal', detail: catalog('en').errors.internal },
  ])
  expect(logged).toEqual([
    [
      'A request failed',
      expect.objectContaining({ request_id: answer.headers.get('x-request-id'), path: '/api/admin/streams' }),
    ],
  ])
})
