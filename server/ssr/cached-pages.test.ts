import { afterAll, afterEach, describe, expect, spyOn, test } from 'bun:test'
import { connect } from 'node:net'
import { sql } from 'drizzle-orm'
import { createDb } from '#server/db/driver/client.ts'
import { createTestApp } from '#server/test/app.ts'
import { createCategory, createComment, createPost, createUser } from '#server/test/factories.ts'
import { developmentAssets } from './assets.ts'
import { PAGE_TTL_MS } from './page-cache.ts'
import { createPages } from './pages.ts'

/* These tests check which parts of a request belong to the cache key of a visitor's page. */

const t = await createTestApp({}, createPages(developmentAssets('http://localhost:5173')))
const author = await createUser(t.db, { username: 'Kasia_Zakwas' })
const garden = await createCategory(t.db, { name: 'ogrod', display_name: 'Ogród i działka', creator: author })
const night = await createCategory(t.db, { name: 'noc', display_name: 'Nocne rozmowy', is_nsfw: true, creator: author })
const tomato = await createPost(t.db, {
  author,
  category: garden,
  title: 'Pomidory w tunelu',
  created_at: new Date('2026-01-01T00:00:00Z'),
  upvotes: 5,
})
await createPost(t.db, {
  author,
  category: garden,
  title: 'Ogórki w słoiku',
  created_at: new Date('2026-02-01T00:00:00Z'),
})
await createPost(t.db, { author, category: night, title: 'Sekret po północy' })
await createComment(t.db, { author, post: tomato, content: 'W połowie maja.' })

const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') => t.request(path, { method, headers })
const html = async (path: string, headers: Record<string, string> = {}) => (await ask(path, headers)).text()
/** Returns a page without its nonces and time. */
const steady = (page: string) => page.replace(/nonce="[^"]*"/g, '').replace(/"now":\d+/, '')
const member = async () => t.bearerOf(author)
let at = 0
const fresh = (path = '/') => `${path}?fresh=${(at += 1)}`

afterEach(() => {
  t.clock.now = () => new Date()
})

describe("a visitor's page", () => {
  test.each([
    '/',
    '/?sort=new',
    `/post/${tomato.id}`,
    '/r/ogrod',
    '/c/ogrod',
    '/u/Kasia_Zakwas',
    '/browse-communities',
    '/search?q=pomidory',
    '/privacy-policy',
    '/dev-info',
    '/post/999999',
    '/no/such/page',
  ])("a visitor's page (%s) is cached and sets no cookie", async (path) => {
    const answers = [await ask(path), await ask(path)]
    const [first, second] = await Promise.all(answers.map((answer) => answer.text()))
    expect(second).toBe(first!)
    expect(answers.map(({ headers }) => [headers.get('set-cookie'), headers.get('cache-control')])).toEqual(
      Array(2).fill([null, 'no-cache']),
    )
  })

  test.each([
    '/login',
    '/register',
    '/forgot-password',
    '/reset-password?token=x',
    '/verify-email-sent',
    '/verify-email?token=x',
  ])('a page with a form for visitors (%s) is private, since its CSRF token belongs to a cookie', async (path) => {
    const [first, second] = [await ask(path), await ask(path)]
    expect(first.headers.get('cache-control')).toBe('private, no-store')
    const visitors = [first, second].map(({ headers }) => /visitor=[\w-]{22}/.exec(headers.get('set-cookie')!)![0])
    expect(visitors[0]).not.toBe(visitors[1]!)
    expect((await ask(path, { cookie: visitors[0]! })).headers.get('set-cookie')).toBeNull()
  })

  test.each(['/admin', '/admin/login', '/submit', '/saved'])("a visitor's page is not cached: %s", async (path) => {
    expect((await ask(path)).headers.get('cache-control')).toBe('private, no-store')
  })

  test("a HEAD request of a visitor's page has the headers of GET, no body, and caches no partial page", async () => {
    const address = fresh(`/post/${tomato.id}`)
    const head = await ask(address, {}, 'HEAD')
    expect([head.status, await head.text()]).toEqual([200, ''])
    const get = await ask(address)
    expect(await get.text()).toContain('W połowie maja.')
    expect(get.headers.get('content-security-policy')).toBe(head.headers.get('content-security-policy')!)
    expect(await (await ask(address, {}, 'HEAD')).text()).toBe('')
    expect((await ask(fresh('/no/such'), {}, 'HEAD')).status).toBe(404)
  })

  test('the order of query parameters does not change which page is served from the cache', async () => {
    const first = (page: string) => Math.sign(page.indexOf('>Pomidory w tunelu') - page.indexOf('>Ogórki w słoiku'))
    const asked = [
      '/r/ogrod?sort=top&a=1',
      '/r/ogrod?a=1&sort=top',
      '/r/ogrod?sort=new&a=1',
      '/r/ogrod?a=1&sort=new',
      '/r/ogrod?sort=new&sort=top',
      '/r/ogrod?sort=top&sort=new',
    ]
    const twice = [
      ...(await Promise.all(asked.map((path) => html(path)))),
      ...(await Promise.all(asked.map((path) => html(path)))),
    ]
    expect(twice.map(first)).toEqual([-1, -1, 1, 1, 1, -1, -1, -1, 1, 1, 1, -1])
  })
})

describe('pages that are not cached', () => {
  const said: string[] = []
  t.services.log.error = (message) => {
    said.push(message)
  }

  test('a page that fails is not cached: the next request renders it completely', async () => {
    using _ = spyOn(console, 'warn').mockImplementation(() => {})
    await t.db.execute(sql`alter table comment rename to comment_away`)
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask('/u/Kasia_Zakwas?fails=1')))
    await t.db.execute(sql`alter table comment_away rename to comment`)
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(500))
    expect(said).toContain('A page failed')
    const next = await ask('/u/Kasia_Zakwas?fails=1')
    expect(next.status).toBe(200)
    expect(await next.text()).toContain('Pomidory w tunelu')
  })

  test('a page requested while the database is down returns 503 and is not cached', async () => {
    using _ = spyOn(console, 'warn').mockImplementation(() => {})
    const { db } = t.services
    const away = createDb('postgres://nobody@127.0.0.1:1/none', { max: 1 })
    t.services.db = away.db
    const path = fresh(`/post/${tomato.id}`)
    const { status } = await ask(path)
    t.services.db = db
    await away.close()
    expect([status, (await ask(path)).status]).toEqual([503, 200])
  })

  test('a page whose streamed part fails is not cached', async () => {
    const address = fresh(`/post/${tomato.id}`)
    await t.db.execute(sql`alter table comment rename to comment_away`)
    const broken = await html(address)
    await t.db.execute(sql`alter table comment_away rename to comment`)
    expect([broken.includes('Pomidory w tunelu'), broken.includes('W połowie maja.')]).toEqual([true, false])
    expect(await html(address)).toContain('W połowie maja.')
  })

  test.each([
    'session=',
    'session=x',
    'language=pl; session=',
    ' session = x',
    'session=x; session=y',
    'a=b;session=x',
  ])("a request with a cookie of '%s' neither fills nor reads the cache", async (cookie) => {
    const address = fresh()
    const own = await ask(address, { cookie })
    expect(own.headers.get('cache-control')).toBe('private, no-store')
    const [ownPage, visitors] = [await own.text(), await html(address)]
    expect(visitors).not.toBe(ownPage)
    expect(await html(address, { cookie })).not.toBe(visitors)
    expect(ownPage).toContain('"viewer":null')
  })

  test("a member's page is not cached, whichever of several session cookies is valid", async () => {
    const address = fresh()
    const token = await member()
    const first = await ask(address, { cookie: `session=${token}; session=x` })
    expect([
      first.headers.get('cache-control'),
      (await first.text()).includes('"username":"Kasia_Zakwas","email"'),
    ]).toEqual(['private, no-store', true])
    const second = await ask(address, { cookie: `session=x; session=${token}` })
    expect([second.headers.get('cache-control'), (await second.text()).includes('"viewer":null')]).toEqual([
      'private, no-store',
      true,
    ])
    expect(await html(address)).toContain('"viewer":null')
  })

  test('a page is not cached for a request with an Authorization header', async () => {
    const address = fresh()
    const visitors = await html(address)
    const basic = await ask(address, { authorization: 'Basic a2FzaWE6aGFzbG8=' })
    expect([basic.status, basic.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    expect(await basic.text()).not.toBe(visitors)
    const good = await ask(address, { authorization: `Bearer ${await member()}` })
    expect([
      good.headers.get('cache-control'),
      (await good.text()).includes('"username":"Kasia_Zakwas","email"'),
    ]).toEqual(['private, no-store', true])
    expect(await html(address)).toBe(visitors)
  })
})

describe('normal and adult host', () => {
  test.each([
    'adult.localhost',
    'adult.localhost:3000',
    'ADULT.localhost:3000',
    'Adult.LocalHost.',
    'adult.localhost:99',
  ])('the host %s is the adult one, and its page is never served to another host', async (host) => {
    const address = fresh()
    expect(await html(address, { host, cookie: 'adult_ok=1' })).toContain('Sekret po północy')
    const others = await Promise.all(
      ['localhost:3000', 'LOCALHOST', '127.0.0.1', 'adult.localhost.evil.example', 'x.adult.localhost'].map((normal) =>
        html(address, { host: normal, cookie: 'adult_ok=1' }),
      ),
    )
    expect(others.filter((page) => page.includes('Sekret po północy') || !page.includes('Pomidory w tunelu'))).toEqual(
      [],
    )
  })

  test.each(['', 'adult_ok=', 'adult_ok=0', 'adult_ok=10', 'adult_ok=true', 'ADULT_OK=1', 'adult_ok=0; adult_ok=1'])(
    "a cookie of '%s' does not count as age confirmation",
    async (cookie) => {
      const address = fresh()
      await html(address, { host: 'adult.localhost', cookie: 'adult_ok=1' })
      const page = await html(address, { host: 'adult.localhost', cookie })
      expect([page.includes('Mam ukończone 18 lat'), page.includes('Sekret po północy')]).toEqual([true, false])
    },
  )

  test.each([
    ['language=en; language=pl', 'en'],
    ['language=pl; language=en', 'pl'],
    ['LANGUAGE=en', 'pl'],
    ['language=EN', 'pl'],
    ['language=de', 'pl'],
  ])("a cookie of '%s' gives the page in the language %s", async (cookie, lang) => {
    const address = fresh()
    const pages = [
      await html(address, { cookie }),
      await html(address),
      await html(address, { cookie: 'language=en' }),
      await html(address, { cookie }),
    ]
    expect(pages.map((page) => /<html lang="(..)"/.exec(page)![1]!)).toEqual([lang, 'pl', 'en', lang])
  })
})

describe('headers of a request for a cached page', () => {
  test.each([
    ['x-forwarded-host', 'evil.example'],
    ['x-forwarded-proto', 'evil'],
    ['x-forwarded-port', '666'],
    ['x-forwarded-prefix', '/evil'],
    ['x-forwarded-server', 'evil.example'],
    ['x-forwarded-for', '6.6.6.6'],
    ['forwarded', 'host=evil.example;proto=https'],
    ['x-host', 'evil.example'],
    ['x-original-url', '/r/noc'],
    ['x-rewrite-url', '/r/noc'],
    ['x-original-host', 'adult.localhost'],
    ['x-http-method-override', 'POST'],
    ['x-method-override', 'HEAD'],
    ['origin', 'http://evil.example'],
    ['referer', 'http://evil.example/'],
    ['user-agent', '<script>evil</script>'],
    ['accept', 'application/json'],
    ['accept-language', 'en'],
    ['accept-encoding', 'identity'],
    ['range', 'bytes=0-10'],
    ['if-none-match', '*'],
    ['if-modified-since', 'Fri, 01 Jan 2100 00:00:00 GMT'],
    ['x-admin-password', 'evil'],
    ['idempotency-key', 'evil'],
    ['x-request-id', 'evil'],
    ['sec-purpose', 'prefetch'],
    ['transfer-encoding', 'evil'],
    ['host', 'evil.example'],
  ])('a request header does not change the page cached for others: %s: %s', async (name, value) => {
    const address = fresh()
    const made = await ask(address, { [name]: value })
    const page = await made.text()
    expect(made.status).toBe(200)
    expect([...made.headers].filter(([, said]) => said.includes('evil'))).toEqual([])
    expect(await html(address)).toBe(page)
    const later = Date.now() + PAGE_TTL_MS + 1_000
    t.clock.now = () => new Date(later)
    expect(steady(page)).toBe(steady(await html(address)))
  })
})

test('an IP address gets sixty searches a minute, pages and calls together; other pages are not limited', async () => {
  const strict = await createTestApp({ RATE_LIMIT_SCALE: '1' }, createPages(developmentAssets('http://localhost:5173')))
  const search = async (path: string) => (await strict.request(path, {}, '10.0.0.1')).status
  const statuses = await Promise.all([
    ...Array.from({ length: 30 }, () => search('/search?q=pomidory')),
    ...Array.from({ length: 30 }, () => search('/api/posts/search?q=pomidory')),
  ])
  expect(statuses).toEqual(Array(60).fill(200))
  expect([
    await search('/search?q=pomidory'),
    await search('/search/?q=x'),
    await search('/api/posts/search?q=x'),
    await search('/'),
  ]).toEqual([429, 429, 429, 200])
})

describe('raw HTTP requests', () => {
  const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: (request, from) => t.app.fetch(request, from) })
  afterAll(() => server.stop(true))

  /** `fetch` would normalize the target and Host of the request. */
  const raw = (target: string, host: string) =>
    new Promise<{ status: number; location: string | null; text: string }>((resolve) => {
      let text = ''
      const socket = connect(server.port!, '127.0.0.1', () =>
        socket.write(`GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`),
      )
      socket.on('data', (part) => {
        text += part.toString()
      })
      socket.on('close', () =>
        resolve({ status: Number(text.slice(9, 12)), location: /^location: (.*)\r$/im.exec(text)?.[1] ?? null, text }),
      )
    })

  test('the host in an absolute request target is ignored', async () => {
    const address = fresh()
    const evil = await raw(`http://evil.example${address}`, 'localhost')
    expect([evil.status, evil.text.includes('evil.example'), evil.text.includes('Pomidory w tunelu')]).toEqual([
      200,
      false,
      true,
    ])
    const adult = await raw(`http://adult.localhost${address}`, 'localhost')
    expect([adult.text.includes('Pomidory w tunelu'), adult.text.includes('Sekret')]).toEqual([true, false])
    const normal = await raw(`http://localhost${address}`, 'adult.localhost')
    expect([normal.text.includes('Mam ukończone 18 lat'), normal.text.includes('Pomidory')]).toEqual([true, false])
    expect((await raw(address, 'localhost')).text).toContain('Pomidory w tunelu')
  })

  test.each([
    'localhost#',
    'localhost?sort=new&x=',
    'localhost\\r\\noc',
    'localhost/r/noc',
    'user@localhost',
    'a b',
    '',
    'localhost:99999',
    'łocalhost',
  ])("a request with the Host '%s' is refused, and nothing is cached", async (host) => {
    const address = fresh('/r/ogrod')
    expect((await raw(address, host)).status).toBe(400)
    const page = await raw(address, 'localhost')
    expect([page.status, page.text.includes('Ogród i działka')]).toEqual([200, true])
    expect((await raw(`/a${address}`, host)).status).not.toBe(200)
  })

  test.each([
    '//evil.example/',
    '//evil.example/submit',
    '/\\evil.example/submit',
    '///evil.example/saved',
    '//',
    '//submit',
    '/.//evil.example/submit',
    '/%2f%2fevil.example/submit',
    '/submit//evil.example',
    '/r/ogrod/..//evil.example/submit',
  ])('the request target %s does not redirect to another site', async (target) => {
    const answer = await raw(target, 'localhost')
    expect(answer.status).toBeWithin(200, 500)
    expect(answer.location ?? '/').toMatch(/^\/(?![/\\])/)
    expect(answer.text).not.toMatch(/(?:href|src|action)="(?:\/\/|\/\\|https?:\/\/)evil/)
  })
})
