import { afterAll, beforeEach, expect, test } from 'bun:test'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Endpoint } from '../../shared/api/contract.ts'
import { contract } from '../../shared/api/index.ts'
import { UNREACHABLE_HEADER } from '../wire.ts'
import type { Credential } from './credentials.ts'
import { forward, isForwarded } from './forward.ts'
import { createPanelApp, PANEL_ORIGIN } from './panel-app.ts'
import { listPanelFiles } from './panel-files.ts'

const folder = await mkdtemp(join(tmpdir(), 'watek-panel-'))
await mkdir(join(folder, 'renderer/assets'), { recursive: true })
await writeFile(join(folder, 'secret.js'), 'beside the page')
await writeFile(join(folder, 'renderer/index.html'), '<!doctype html><title>page</title>')
await writeFile(join(folder, 'renderer/assets/index.js'), 'page()')
await writeFile(join(folder, 'renderer/notes.txt'), 'no file of a page')

let asked: { url: string; headers: Headers }[] = []
let answer: () => Response = () => Response.json({ ok: true })
const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch: ({ url, headers }) => {
    asked.push({ url, headers: new Headers(headers) })
    return answer()
  },
})
afterAll(async () => {
  await server.stop(true)
  await rm(folder, { recursive: true, force: true })
})
beforeEach(() => {
  asked = []
  answer = () => Response.json({ ok: true })
})

const credential: Credential = {
  kind: 'admin',
  admin_token: 'wat_token',
  access_token: 'bearer',
  username: null,
  expires_at: '2100-01-01T00:00:00Z',
}
const files = await listPanelFiles(join(folder, 'renderer'))
const app = createPanelApp({
  files,
  forward: (request) => forward(request, { address: `http://127.0.0.1:${server.port}`, credential, lang: 'en' }, fetch),
})
/** Sends a URL exactly as the page wrote it, as Electron does; `new Request` alone would normalize it. */
const ask = async (url: string, init: RequestInit = {}) =>
  app.fetch(Object.defineProperty(new Request(url, init), 'url', { value: url }))
const get = (path: string, init: RequestInit = {}) => ask(`${PANEL_ORIGIN}${path}`, init)
const post = (path: string, body: string, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
  get(path, { method: 'POST', body, headers })

test("DESK-4 the CSP of the console's page allows only the console's own files", async () => {
  const page = await get('/')
  expect(await page.text()).toContain('<title>page</title>')
  const policy = page.headers.get('content-security-policy')!
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("script-src 'self'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toContain('unsafe')
  expect(page.headers.get('x-content-type-options')).toBe('nosniff')
})

test('files of the page are served with their media type, and routes of the page serve its HTML', async () => {
  expect((await get('/assets/index.js')).headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(await (await get('/anything?tab=users')).text()).toContain('<title>page</title>')
})

test.each([
  '/../secret.js',
  '/..%2fsecret.js',
  '/%2e%2e/secret.js',
  '/%2e%2e%2fsecret.js',
  '/assets/../../secret.js',
  '/assets/..%5c..%5csecret.js',
  '//secret.js',
  '/notes.txt',
  '/assets/index.js%00.html',
  '/missing.js',
  '/etc/passwd.js',
  '/file:///etc/hosts.js',
])("DESK-4 the request path %s cannot leave the page's folder", async (path) => {
  const found = await get(path)
  expect(found.status).toBe(404)
  expect(await found.text()).toBe('')
})

test("URLs of another host or scheme than the console's are refused", async () => {
  expect((await ask('app://other/')).status).toBe(421)
  expect((await ask('https://console/')).status).toBe(421)
})

test('a call is sent to the server with the credential, which the page never receives', async () => {
  const called = await get('/api/admin/users?skip=20&search=a%20b')
  expect(await called.json()).toEqual({ ok: true })
  const [request] = asked
  expect(new URL(request!.url).pathname + new URL(request!.url).search).toBe('/api/admin/users?skip=20&search=a%20b')
  expect(request!.headers.get('x-admin-password')).toBe('wat_token')
  expect(request!.headers.get('authorization')).toBe('Bearer bearer')
  expect(request!.headers.get('cookie')).toBe('language=en')
  expect(JSON.stringify([...called.headers])).not.toContain('wat_token')
})

test('only allowlisted headers of a page are forwarded', async () => {
  await get('/api/admin/users', {
    headers: {
      cookie: 'session=1',
      'x-admin-password': 'guess',
      authorization: 'Bearer other',
      'x-forwarded-for': '10.0.0.1',
      accept: 'application/json',
    },
  })
  const [request] = asked
  expect(request!.headers.get('x-admin-password')).toBe('wat_token')
  expect(request!.headers.get('authorization')).toBe('Bearer bearer')
  expect(request!.headers.get('cookie')).toBe('language=en')
  expect(request!.headers.get('x-forwarded-for')).toBeNull()
  expect(request!.headers.get('accept')).toBe('application/json')
})

test('cookies and CSP of the server are not passed to the page', async () => {
  answer = () =>
    Response.json(
      {},
      {
        headers: {
          'set-cookie': 'session=1',
          'content-security-policy': 'x',
          'access-control-allow-origin': '*',
          'x-total-count': '7',
        },
      },
    )
  const called = await get('/api/admin/users')
  expect(called.headers.get('x-total-count')).toBe('7')
  expect(
    ['set-cookie', 'content-security-policy', 'access-control-allow-origin'].map((name) => called.headers.get(name)),
  ).toEqual([null, null, null])
})

test.each([
  ['POST', '/api/auth/login'],
  ['POST', '/api/admin-auth/login'],
  ['POST', '/api/admin-auth/logout'],
  ['GET', '/api/auth/verify-email'],
  ['POST', '/api/messages/'],
  ['DELETE', '/api/users/me'],
  ['GET', '/api/notifications'],
  ['PUT', '/api/admin/users'],
  ['GET', '/api/openapi.json'],
  ['GET', '/api/admin/../auth/login'],
  ['GET', '/api//admin/users'],
  ['GET', '/api/%61dmin/users'],
  ['GET', '/metrics'],
  ['GET', '/media/../api/admin/users'],
  ['POST', '/media/a.webp'],
  ['GET', '/api/users/me'],
  ['GET', '/api/users/me/'],
])('%s %s is refused, since the panel makes no such call', (method, path) => {
  expect(isForwarded(method, path)).toBe(false)
})

test.each([
  ['GET', '/api/admin/me'],
  ['GET', '/api/admin/users/'],
  ['DELETE', '/api/admin/posts/7'],
  ['PATCH', '/api/admin/reports/7/resolve'],
  ['GET', '/api/posts/7'],
  ['POST', '/api/bot/create-post'],
  ['GET', '/api/modmail/7'],
  ['POST', '/api/modmail/7/messages'],
  ['GET', '/media/ab/cd.webp'],
])('%s %s is forwarded as a call of the panel', (method, path) => {
  expect(isForwarded(method, path)).toBe(true)
})

test.each(
  Object.values<Record<string, Endpoint>>(contract)
    .flatMap(Object.values<Endpoint>)
    .filter(({ access }) => access === 'user')
    .map(({ method, path }) => [method, path.replace(/:\w+/g, '7')]),
)('a call for members is not forwarded: %s %s', (method, path) => {
  expect(isForwarded(method, path)).toBe(false)
})

test('a request that the console refuses never reaches the server', async () => {
  expect((await post('/api/auth/login', '{}')).status).toBe(403)
  expect(
    (await post('/api/bot/create-post', 'a=b', { 'content-type': 'application/x-www-form-urlencoded' })).status,
  ).toBe(415)
  expect((await post('/api/bot/create-post', 'x'.repeat(1024 * 1024 + 1))).status).toBe(413)
  expect(asked).toEqual([])
})

test('only upload calls may send a picture as a form', async () => {
  const form = new FormData()
  form.append('file', new File([new Uint8Array([1, 2, 3])], 'a.png', { type: 'image/png' }))
  const send = (path: string) => get(path, { method: 'POST', body: form })
  expect((await send('/api/admin/ads')).status).toBe(415)
  expect((await send('/api/upload/image')).status).toBe(403)
  expect((await post('/api/admin/upload/image', '{}')).status).toBe(415)
  expect(asked).toEqual([])
  expect((await send('/api/admin/upload/image')).status).toBe(200)
  expect(asked[0]!.headers.get('content-type')).toStartWith('multipart/form-data; boundary=')
  expect(asked[0]!.headers.get('x-admin-password')).not.toBeNull()
})

test('DESK-4 requests from another origin cannot use the credential', async () => {
  expect((await get('/api/admin/users', { headers: { origin: 'https://evil.example' } })).status).toBe(403)
  expect((await get('/api/admin/users', { headers: { origin: PANEL_ORIGIN } })).status).toBe(200)
  const origin = 'http://127.0.0.1:5000'
  const served = createPanelApp({
    files,
    origin,
    forward: (request) =>
      forward(request, { address: `http://127.0.0.1:${server.port}`, credential, lang: 'pl' }, fetch),
  })
  const askFrom = (site: string) => served.request(`${origin}/api/admin/users`, { headers: { 'sec-fetch-site': site } })
  expect((await askFrom('cross-site')).status).toBe(403)
  expect((await askFrom('same-site')).status).toBe(403)
  expect((await askFrom('same-origin')).status).toBe(200)
  expect((await served.request('http://evil.example:5000/api/admin/users')).status).toBe(421)
})

test('pictures and videos are fetched without the credential, and other types are refused', async () => {
  answer = () => new Response('picture', { headers: { 'content-type': 'image/webp', 'cache-control': 'public' } })
  const picture = await get('/media/ab/cd.webp')
  expect([await picture.text(), picture.headers.get('cache-control')]).toEqual(['picture', 'no-store'])
  expect(asked[0]!.headers.get('x-admin-password')).toBeNull()
  answer = () => new Response('<script>', { headers: { 'content-type': 'text/html' } })
  expect((await get('/media/ab/cd.webp')).status).toBe(415)
  answer = () => new Response('<svg>', { headers: { 'content-type': 'image/svg+xml' } })
  expect((await get('/media/ab/cd.webp')).status).toBe(415)
})

test('a picture on another host is fetched without the credential', async () => {
  const picture = () => new Response('picture', { headers: { 'content-type': 'image/webp' } })
  answer = () =>
    asked.length === 1
      ? new Response(null, { status: 302, headers: { location: `http://localhost:${server.port}/i/cd.webp` } })
      : picture()
  expect(await (await get('/media/i/cd.webp')).text()).toBe('picture')
  expect(asked.map(({ headers }) => [headers.get('x-admin-password'), headers.get('authorization')])).toEqual([
    [null, null],
    [null, null],
  ])
})

test('a redirect of the server is not followed, so that the credential reaches no other host', async () => {
  answer = () =>
    new Response(null, { status: 302, headers: { location: `http://localhost:${server.port}/api/admin/users` } })
  const called = await get('/api/admin/users')
  expect(called.headers.get(UNREACHABLE_HEADER)).toBe('1')
  expect(asked.length).toBe(1)
})

test('an event stream or HTML in place of JSON is treated as no response', async () => {
  answer = () => new Response('data: 1\n\n', { headers: { 'content-type': 'text/event-stream' } })
  expect((await get('/api/admin/users')).headers.get(UNREACHABLE_HEADER)).toBe('1')
  answer = () => new Response('<h1>Gateway</h1>', { status: 502, headers: { 'content-type': 'text/html' } })
  expect((await get('/api/admin/users')).headers.get(UNREACHABLE_HEADER)).toBe('1')
})

test('error responses of the server are passed on to the page', async () => {
  answer = () => Response.json({ code: 'not_staff', detail: 'no' }, { status: 403 })
  const called = await get('/api/admin/users')
  expect([called.status, await called.json()]).toEqual([403, { code: 'not_staff', detail: 'no' }])
})
