import { describe, expect, test, spyOn } from 'bun:test'
import { contract } from '#shared/api/index.ts'
import type { Endpoint } from '#shared/api/contract.ts'
import { ERROR_STATUS } from '#shared/api/errors.ts'
import { catalog } from '#shared/i18n/index.ts'
import { createTestApp } from '#server/test/app.ts'
import { createLocalApi } from '#server/http/api.ts'
import type { BaseCtx } from '#server/context.ts'
import { createCategory, createUser, joinCategory } from '#server/test/factories.ts'

const t = await createTestApp()
const member = await createUser(t.db)
const bearer = await t.bearerOf(member)

const endpoints = Object.values(contract).flatMap((group) => Object.values(group as Record<string, Endpoint>))
const nameOf = (endpoint: Endpoint) => `${endpoint.method} ${endpoint.path.replace(/:\w+/g, '{}')}`
const pathOf = (endpoint: Endpoint) => endpoint.path.replace(/:\w+/g, '1')
const closed = endpoints.filter((endpoint) => endpoint.access !== 'public')
const staff = endpoints.filter((endpoint) => !['public', 'user', 'user_or_admin'].includes(endpoint.access))

/** Every call documented for API clients. */
const PROMISED = `
POST /api/auth/register
GET /api/auth/registration
GET /api/auth/challenge
GET /api/auth/check-username
POST /api/auth/login
POST /api/auth/logout
POST /api/auth/session
DELETE /api/auth/session
POST /api/auth/resend-verification
GET /api/auth/verify-email
POST /api/auth/password-reset-request
POST /api/auth/password-reset-confirm
POST /api/auth/second-factor
POST /api/auth/passkey/options
POST /api/auth/passkey
POST /api/account/totp
POST /api/account/totp/confirm
DELETE /api/account/totp
POST /api/account/recovery-codes
POST /api/account/passkeys/options
POST /api/account/passkeys
DELETE /api/account/passkeys/{}
POST /api/setup
GET /api/admin/setup-checklist
PATCH /api/admin/setup-checklist
POST /api/admin/test-mail
GET /api/admin-auth/mode
POST /api/admin-auth/verify
POST /api/admin-auth/login
POST /api/admin-auth/logout
GET /api/posts
GET /api/posts/{}
GET /api/posts/{}/transcript
POST /api/posts
PATCH /api/posts/{}
DELETE /api/posts/{}
PUT /api/account/feed
GET /api/posts/search
GET /api/search
GET /api/posts/by-link
POST /api/posts/{}/poll-vote
GET /api/posts/{}/history
DELETE /api/posts/{}/history/{}
GET /api/comments/{}/history
DELETE /api/comments/{}/history/{}
POST /api/markdown/preview
GET /api/posts/saved/list
GET /api/posts/{}/is-saved
POST /api/posts/{}/save
POST /api/posts/{}/hide
POST /api/posts/{}/visit
POST /api/votes/{}
POST /api/votes/comment/{}
GET /api/categories
GET /api/account/communities
GET /api/categories/by-name/{}
GET /api/categories/{}/about
POST /api/categories
PATCH /api/categories/{}
GET /api/categories/{}/rules
PUT /api/categories/{}/rules
GET /api/categories/{}/flairs
PUT /api/categories/{}/flairs
GET /api/categories/{}/moderators
POST /api/categories/{}/moderators
DELETE /api/categories/{}/moderators/{}
GET /api/moderator-invites
POST /api/moderator-invites/{}/accept
POST /api/moderator-invites/{}/decline
GET /api/categories/{}/membership
GET /api/categories/{}/creator
POST /api/categories/{}/join
POST /api/categories/{}/leave
GET /api/comments
GET /api/comments/{}/context
GET /api/comments/{}/transcript
POST /api/comments
PATCH /api/comments/{}
DELETE /api/comments/{}
GET /api/account/decisions
POST /api/account/decisions/{}/appeal
POST /api/moderation/remove
POST /api/moderation/restore
POST /api/moderation/approve
POST /api/moderation/lock
POST /api/moderation/pin
GET /api/categories/{}/modlog
POST /api/moderation/ban
POST /api/moderation/unban
POST /api/moderation/warn
GET /api/moderation/notes
POST /api/moderation/notes
GET /api/moderation/queue
POST /api/moderation/queue/{}/claim
POST /api/moderation/queue/{}/release
POST /api/moderation/queue/{}/decide
POST /api/moderation/decisions/{}/undo
GET /api/moderation/filters
POST /api/moderation/filters
POST /api/moderation/filters/test
PATCH /api/moderation/filters/{}
DELETE /api/moderation/filters/{}
POST /api/upload/image
POST /api/upload/video
POST /api/upload/captions
POST /api/messages/upload-image
GET /api/account
PATCH /api/account
POST /api/account/password
POST /api/account/email
POST /api/account/email/confirm
POST /api/account/email/undo
POST /api/account/export
GET /api/account/export
GET /api/account/sessions
DELETE /api/account/sessions
DELETE /api/account/sessions/{}
GET /api/users/search
GET /api/users/me
PATCH /api/users/me
DELETE /api/users/me
GET /api/users/{}
GET /api/users/{}/comments
GET /api/users/{}/is-following
POST /api/users/{}/follow
DELETE /api/users/{}/unfollow
GET /api/users/{}/followers
GET /api/users/{}/following
GET /api/users/{}/is-blocked
POST /api/users/{}/block
DELETE /api/users/{}/unblock
GET /api/users/blocked/list
GET /api/messages
GET /api/portal
GET /api/portal/{}
GET /api/lookup/users
GET /api/lookup/categories
GET /api/lookup/posts
GET /api/lookup/comments
GET /api/messages/conversations
GET /api/messages/unread-count
GET /api/messages/unread/count
GET /api/messages/conversation/{}
POST /api/messages
POST /api/modmail
GET /api/modmail
GET /api/modmail/{}
POST /api/modmail/{}/messages
POST /api/modmail/{}/archive
POST /api/modmail/{}/claim
POST /api/modmail/{}/release
GET /api/notifications/count
GET /api/notifications
POST /api/notifications/mark-all-read
POST /api/notifications/{}/read
GET /api/notifications/page
GET /api/notifications/settings
PATCH /api/notifications/settings
GET /api/hooks
POST /api/hooks
PATCH /api/hooks/{}
DELETE /api/hooks/{}
GET /api/hooks/{}/deliveries
POST /api/hooks/{}/deliveries/{}/replay
GET /api/push/key
GET /api/push/subscriptions
POST /api/push/subscriptions
DELETE /api/push/subscriptions/{}
POST /api/push/subscriptions/{}/test
GET /api/notifications/unsubscribe
POST /api/notifications/unsubscribe
GET /api/posts/{}/notifications
PUT /api/posts/{}/notifications
GET /api/wpoints/my-points
GET /api/wpoints/transactions
GET /api/wpoints/leaderboard
GET /api/transparency
POST /api/notices
POST /api/reports
GET /api/streams
POST /api/streams
GET /api/streams/{}
PATCH /api/streams/{}
POST /api/streams/{}/end
POST /api/bot/respond-to-comment-public
POST /api/bot/respond-to-comment
GET /api/ads
GET /api/announcements
GET /api/texts/{}
GET /api/account/acceptances
POST /api/account/acceptances
GET /api/auth/services
GET /api/auth/services/pending
POST /api/auth/services/register
GET /api/account/services
POST /api/account/services
DELETE /api/account/services/{}
GET /api/account/tokens
POST /api/account/tokens
DELETE /api/account/tokens/{}
GET /api/account/applications
POST /api/account/applications
DELETE /api/account/applications/{}
GET /api/account/grants
DELETE /api/account/grants/{}
GET /api/oauth/request
POST /api/oauth/decide
GET /api/oauth/device
POST /api/oauth/device
GET /api/account/invites
POST /api/account/invites
GET /api/admin/invites
POST /api/admin/invites
DELETE /api/admin/invites/{}
GET /api/admin/maintenance
PATCH /api/admin/maintenance
GET /api/admin/settings
PATCH /api/admin/settings
GET /api/admin/settings/history
GET /api/admin/ads
POST /api/admin/upload/image
POST /api/admin/ads
PATCH /api/admin/ads/{}
DELETE /api/admin/ads/{}
GET /api/admin/me
GET /api/admin/stats/dashboard
GET /api/admin/stats/charts
GET /api/admin/database/info
GET /api/admin/database/table/{}
GET /api/admin/users
GET /api/admin/users/{}/record
GET /api/admin/posts
GET /api/admin/categories
GET /api/admin/streams
GET /api/admin/reports
DELETE /api/admin/users/{}
DELETE /api/admin/posts/{}
DELETE /api/admin/categories/{}
DELETE /api/admin/streams/{}
PATCH /api/admin/users/{}/admin
PATCH /api/admin/users/{}/trust
PATCH /api/admin/reports/{}/resolve
GET /api/admin/audit
GET /api/admin/backups
POST /api/admin/backups
GET /api/admin/updates
GET /api/admin/costs
GET /api/admin/sessions
DELETE /api/admin/sessions
DELETE /api/admin/sessions/{}
GET /api/bot/stats
GET /api/bot/config
GET /api/bot/pending-comments
POST /api/bot/create-post
POST /api/bot/auto-post
POST /api/bot/auto-respond-all
POST /api/bot/test
`
  .trim()
  .split('\n')

describe('the contract', () => {
  test('the contract has the documented calls and no others', () => {
    expect(endpoints.map(nameOf).sort()).toEqual([...PROMISED].sort())
  })

  test('the contract is described in full by the OpenAPI document', async () => {
    const document = (await (await t.request('/api/openapi.json')).json()) as {
      paths: Record<string, Record<string, unknown>>
    }
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/\{\w+\}/g, '{}')}`),
    )
    expect(described.sort()).toEqual([...PROMISED, 'GET /api/events', 'POST /api/streams/{}/media'].sort())
  })

  test('the OpenAPI document is generated once, and then served unchanged', async () => {
    const first = await (await t.request('/api/openapi.json')).text()
    const stringify = spyOn(JSON, 'stringify')
    const again = await (await t.request('/api/openapi.json')).text()
    const documents = stringify.mock.calls.filter(
      ([value]) => typeof value === 'object' && value !== null && 'openapi' in value,
    )
    stringify.mockRestore()
    expect([again === first, documents.length]).toEqual([true, 0])
  })

  test.each(Object.keys(ERROR_STATUS) as (keyof typeof ERROR_STATUS)[])(
    'the contract has an error message for %s in both languages',
    (code) => {
      expect(catalog('pl').errors[code]).not.toBe('')
      expect(catalog('en').errors[code]).not.toBe('')
    },
  )
})

describe('a visitor', () => {
  test.each(closed.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
    'PERM-2 a visitor is refused by %s',
    async (_, endpoint) => {
      const answer = await t.request(pathOf(endpoint), {
        method: endpoint.method,
        body: endpoint.method === 'GET' ? undefined : '{}',
        headers: { 'content-type': 'application/json' },
      })
      expect(answer.status).toBe(401)
      expect(await answer.json()).toMatchObject({
        code: staff.includes(endpoint) ? 'admin_credential' : 'not_signed_in',
      })
    },
  )
})

describe('a plain member', async () => {
  const plain = await t.bearerOf(await createUser(t.db))
  test.each(staff.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
    'a plain member is refused by %s',
    async (_, endpoint) => {
      const answer = await t.request(pathOf(endpoint), {
        method: endpoint.method,
        body: endpoint.method === 'GET' ? undefined : '{}',
        headers: { authorization: `Bearer ${plain}` },
      })
      expect(answer.status).toBe(endpoint.access === 'staff' ? 403 : 401)
      expect(await answer.json()).toMatchObject({
        code: endpoint.access === 'staff' ? 'not_staff' : 'admin_credential',
      })
    },
  )
})

describe('a session cookie without a bearer token', () => {
  const changing = closed.filter((endpoint) => endpoint.method !== 'GET' && endpoint.access.startsWith('user'))
  test.each(changing.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
    'a session cookie without a bearer token changes nothing by %s',
    async (_, endpoint) => {
      const answer = await t.request(pathOf(endpoint), {
        method: endpoint.method,
        body: '{}',
        headers: { cookie: `session=${bearer}` },
      })
      expect(answer.status).toBe(401)
    },
  )
})

describe('every call', () => {
  test('every call accepts a trailing slash', async () => {
    expect((await t.request('/api/posts/')).status).toBe(200)
    expect((await t.request('/api/posts')).status).toBe(200)
  })

  test('a literal path takes precedence over a path parameter', async () => {
    expect(await (await t.request('/api/posts/search?q=')).json()).toEqual({ posts: [], total: 0 })
  })

  test('an unknown path of the API returns a JSON 404', async () => {
    const answer = await t.request('/api/nothing/here')
    expect(answer.status).toBe(404)
    expect(await answer.json()).toMatchObject({ code: 'not_found', detail: catalog('pl').errors.not_found })
  })

  test('a known path with another method returns 405', async () => {
    expect((await t.request('/api/posts', { method: 'PUT' })).status).toBe(405)
  })

  test('LANG-2,5 ERR-3 every call responds in the language of the cookie, never of Accept-Language', async () => {
    const english = await t.request('/api/posts/999999', { headers: { cookie: 'language=en' } })
    const browser = await t.request('/api/posts/999999', { headers: { 'accept-language': 'en' } })
    expect(await english.json()).toEqual({ detail: 'Post not found', code: 'post_not_found' })
    expect(await browser.json()).toEqual({ detail: 'Nie znaleziono posta', code: 'post_not_found' })
  })

  test.each(['"><script>', 'a b', 'a/b', '[::1'])('a call with the Host header %j returns 400', async (host) => {
    await using server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: t.app.fetch })
    for (const path of ['/api/posts', '/', '/robots.txt', '/r/ogrod?sort=new']) {
      expect((await fetch(new URL(path, server.url), { headers: { host } })).status).toBe(400)
    }
  })

  test('a call with two Host headers returns 400', async () => {
    await using server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: t.app.fetch })
    const { promise, resolve } = Promise.withResolvers<string>()
    let answer = ''
    await Bun.connect({
      hostname: '127.0.0.1',
      port: server.port!,
      socket: {
        open: (socket) => {
          socket.write(
            'GET / HTTP/1.1\r\nHost: localhost:3000\r\nHost: adult.localhost:3000\r\nConnection: close\r\n\r\n',
          )
        },
        data: (_, bytes) => {
          answer += bytes.toString()
        },
        close: () => resolve(answer),
      },
    })
    expect(await promise).toStartWith('HTTP/1.1 400 ')
  })

  const readsJson = (endpoint: Endpoint) =>
    endpoint.from === 'json' || (endpoint.from === undefined && ['POST', 'PUT', 'PATCH'].includes(endpoint.method))
  test.each(endpoints.filter(readsJson).map((endpoint) => [nameOf(endpoint), endpoint] as const))(
    'a request body is accepted as application/json only: %s',
    async (_, endpoint) => {
      const own = await t.bearerOf(member)
      const statusWith = async (type: string) =>
        (
          await t.request(pathOf(endpoint), {
            method: endpoint.method,
            body: Buffer.from('{}'),
            headers: {
              authorization: `Bearer ${own}`,
              'x-admin-password': t.config.adminPassword,
              ...(type && { 'content-type': type }),
            },
          })
        ).status
      const refused = [
        '',
        'text/plain',
        'text/plain;charset=UTF-8',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
        'application/jsonp',
        'text/json',
      ]
      expect(await Promise.all(refused.map(statusWith))).toEqual(refused.map(() => 415))
      expect(await Promise.all(['application/json', 'Application/JSON; charset=utf-8'].map(statusWith))).not.toContain(
        415,
      )
    },
  )

  test('a call without a body needs no content type', async () => {
    expect((await t.request('/api/auth/logout', { method: 'POST' })).status).toBe(200)
  })

  test.each([
    ['401', '/api/users/me', {}],
    ['404', '/api/nothing', {}],
    ['404', '/nothing.xml', {}],
    ['405', '/api/posts', { method: 'PUT' }],
    ['404', '/media/i/x', {}],
    ['415', '/api/auth/login', { method: 'POST', body: '{}' }],
    ['422', '/api/posts?limit=0', {}],
  ] as const)('an error response with %s is not cacheable: %s', async (status, path, init) => {
    const answer = await t.request(path, init)
    expect([String(answer.status), answer.headers.get('cache-control')]).toEqual([status, 'private, no-store'])
  })

  test('a 429 response is not cacheable', async () => {
    const strict = await createTestApp({ RATE_LIMIT_SCALE: '0.000001' })
    await strict.request('/api/posts')
    const answer = await strict.request('/api/posts')
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([429, 'private, no-store'])
  })

  test('a call with malformed JSON returns 400', async () => {
    const answer = await t.request('/api/auth/login', {
      method: 'POST',
      body: '{"username":',
      headers: { 'content-type': 'application/json' },
    })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ code: 'bad_json' })
  })

  test.each(['0', '-1', 'abc', '1.5', '1e3', '%00'])('a call with the id %s in its path returns 400', async (id) => {
    expect((await t.request(`/api/posts/${id}`)).status).toBe(400)
  })

  test.each(['image_url', 'video_url'])('a call with a NUL character in %s is refused', async (field) => {
    const category = await createCategory(t.db)
    await joinCategory(t.db, member, category)
    const answer = await t.request('/api/posts', {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      body: JSON.stringify({ title: 'Ogród', category_id: category.id, [field]: '/media/a\0b' }),
    })
    expect(answer.status).toBe(422)
    expect(Object.keys(((await answer.json()) as { issues: object }).issues)).toEqual([field])
  })

  test('a NUL character in an icon URL is dropped', async () => {
    const answer = await t.request('/api/categories', {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'ikona', display_name: 'Ikona', icon_url: 'https://example.org/\0ikona.png' }),
    })
    expect(answer.status).toBe(201)
    expect(await answer.json()).toMatchObject({ icon_url: 'https://example.org/ikona.png' })
  })

  test.each(['users', 'categories/by-name'])('a name of 300 characters under %s returns 404', async (list) => {
    expect((await t.request(`/api/${list}/${'x'.repeat(300)}`)).status).toBe(404)
  })

  test("an invalid value without a specific message gets the generic one in the caller's language", async () => {
    const answer = await t.request(`/api/posts?category=${'x'.repeat(101)}`)
    expect(answer.status).toBe(422)
    expect(await answer.json()).toEqual({
      detail: catalog('pl').issues.invalid,
      code: 'invalid',
      issues: { category: catalog('pl').issues.invalid },
    })
  })

  test('an id too large for the database column returns 404', async () => {
    expect((await t.request('/api/posts/9007199254740993')).status).toBe(404)
  })

  test.each(['limit=0', 'limit=101', 'limit=x', 'offset=-1', 'offset=10001', 'sort=best', 'nsfw=maybe'])(
    'ERR-3 a list call with %s returns 422',
    async (query) => {
      const answer = await t.request(`/api/posts?${query}`)
      expect(answer.status).toBe(422)
      expect(Object.keys(((await answer.json()) as { issues: object }).issues)).toEqual([query.split('=')[0]!])
    },
  )

  test('a call with a malformed cursor returns 400', async () => {
    const answer = await t.request('/api/posts?cursor=nonsense')
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ code: 'bad_cursor' })
  })

  test('a call with an invalid bearer token returns 401, even for a public list', async () => {
    expect((await t.request('/api/posts', { headers: { authorization: 'Bearer nonsense' } })).status).toBe(401)
  })

  test('every response has a request id and the header nosniff', async () => {
    const { headers } = await t.request('/api/posts')
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })
})

describe('requests from another origin', () => {
  const originOf = async (origin: string, app = t) =>
    (await app.request('http://localhost:3000/api/posts', { headers: { origin, host: 'localhost:3000' } })).headers.get(
      'access-control-allow-origin',
    )

  test('a page on either host of the site may read responses', async () => {
    expect(await originOf(t.config.publicUrl)).toBe(t.config.publicUrl)
    expect(await originOf('http://adult.localhost:3000')).toBe('http://adult.localhost:3000')
  })

  test('a page on the same host but another port may read responses, except in production', async () => {
    expect(await originOf('http://localhost:8080')).toBe('http://localhost:8080')
  })

  test('a page of any other host may not read responses', async () => {
    expect(await originOf('http://evil.example')).toBeNull()
  })

  // Returns whether a call is authorised by the token of a mail alone, so that requests from any origin are accepted.
  const isFromAnywhere = ({ path }: Endpoint) => path === '/api/notifications/unsubscribe'
  const changing = endpoints.filter((endpoint) => endpoint.method !== 'GET' && !isFromAnywhere(endpoint))
  const statusOf = async (endpoint: Endpoint, headers: Record<string, string>) =>
    (
      await t.request(pathOf(endpoint), {
        method: endpoint.method,
        body: '{}',
        headers: {
          host: 'localhost:3000',
          'content-type': 'application/json',
          authorization: `Bearer ${bearer}`,
          'x-admin-password': 'wat_x',
          ...headers,
        },
      })
    ).status
  const FOREIGN = [
    { 'sec-fetch-site': 'cross-site' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://localhost.evil.example:3000' },
    { origin: 'https://evil.example', 'sec-fetch-site': 'same-site' },
  ] as Record<string, string>[]
  test.each(changing.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
    'a request from another origin is refused by %s',
    async (_, endpoint) => {
      expect(await Promise.all(FOREIGN.map((headers) => statusOf(endpoint, headers)))).toEqual(FOREIGN.map(() => 403))
    },
  )

  test.each([
    {},
    { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin' },
    { origin: 'http://adult.localhost:3000', 'sec-fetch-site': 'cross-site' },
    { origin: 'http://localhost:8080', 'sec-fetch-site': 'same-site' },
    { host: 'watek.example', origin: 'https://watek.example', 'sec-fetch-site': 'same-origin' },
  ] as Record<string, string>[])('a request that is not cross-origin is accepted: %o', async (headers) => {
    expect(await statusOf(contract.auth.closeSession, headers)).toBe(200)
  })
})

describe('idempotency keys', () => {
  const send = async (key: string) =>
    t.request('/api/categories', {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({ name: `ogrod_${key}`, display_name: 'Ogród' }),
    })

  test('three concurrent requests with the same idempotency key create one row and get one response', async () => {
    const answers = await Promise.all([send('a'), send('a'), send('a')])
    const bodies = await Promise.all(answers.map((answer) => answer.json()))
    expect(answers.map((answer) => answer.status)).toEqual([201, 201, 201])
    expect(bodies[1]).toEqual(bodies[0])
    expect(bodies[2]).toEqual(bodies[0])
  })

  test('a refused request can be sent again with the same idempotency key', async () => {
    const bad = await t.request('/api/categories', {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json', 'idempotency-key': 'b' },
      body: JSON.stringify({ name: 'x' }),
    })
    expect(bad.status).toBe(422)
    expect((await send('b')).status).toBe(201)
  })
})

describe('page rendering', () => {
  const api = createLocalApi({
    ...t.services,
    viewer: { ...member, email: '', session_id: '', session_expires_at: new Date() },
    lang: 'pl',
    variant: 'normal',
  } as unknown as BaseCtx)

  test('page rendering cannot change anything by API calls', async () => {
    await expect(api.notifications.markAllRead()).rejects.toMatchObject({ code: 'forbidden' })
  })

  test('page rendering has no staff rights', async () => {
    await expect(api.admin.users()).rejects.toMatchObject({ code: 'forbidden' })
  })
})
