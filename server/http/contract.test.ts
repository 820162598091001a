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

describe('the contract', () => {
  test('the contract is described in full by the OpenAPI document', async () => {
    const document = (await (await t.request('/api/openapi.json')).json()) as {
      paths: Record<string, Record<string, unknown>>
    }
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/\{\w+\}/g, '{}')}`),
    )
    expect(described.sort()).toEqual([...endpoints.map(nameOf), 'GET /api/events', 'POST /api/streams/{}/media'].sort())
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

  test('a page of a host that does not belong to the site may not read responses', async () => {
    expect(await originOf('http://evil.example')).toBeNull()
  })

  // The token of a mail alone authorises this call, so requests from any origin are accepted.
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
