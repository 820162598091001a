import { afterAll, describe, expect, test } from 'bun:test'
import { mkdtemp, readFile, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { and, eq } from 'drizzle-orm'
import { createPostgresBus } from '#server/bus/postgres-bus.ts'
import { loadConfig } from '#server/config.ts'
import { createDb } from '#server/db/driver/client.ts'
import { createApp } from '#server/http/app.ts'
import { createLogger } from '#server/lib/log.ts'
import { createServices } from '#server/services.ts'
import { developmentAssets } from './assets.ts'
import { createPages } from './pages.ts'
import { createTestDatabase, type TestDatabase } from '#server/test/database.ts'
import { createUser } from '#server/test/factories.ts'
import { grantAdmin } from '#server/features/admin/grant/queries.ts'
import { auditLog } from '#server/features/audit/table.ts'
import { user } from '#server/features/users/table.ts'
import { openSetup } from '#server/features/setup/open-setup.ts'

const SECRET = 'setup-secret-setup-secret-setup-secret'
const log = createLogger('silent', true)
const disposers: (() => unknown)[] = []

afterAll(async () => {
  for (const dispose of disposers.toReversed()) await dispose()
})

/** The production process has its own pool, bus and optionally DATA_DIR. */
async function openProcess(database: TestDatabase, settings: Record<string, string> = {}) {
  const dataDir = settings.DATA_DIR ?? (await mkdtemp(join(tmpdir(), 'watek-setup-')))
  const config = loadConfig({
    NODE_ENV: 'production',
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    SESSION_SECRET: SECRET,
    ...settings,
  })
  const { db, close } = createDb(database.url, { max: 3 })
  const bus = await createPostgresBus(database.url, log)
  const { setup, stop } = await openSetup({ config, db, log })
  const services = createServices({ config, db, log, bus, setup })
  await services.settings.refresh()
  const app = createApp(services, createPages(developmentAssets('http://localhost:5173')))
  const request = (path: string, init: RequestInit = {}, address = '127.0.0.1') =>
    app.request(`http://localhost:3000${path}`, init, { requestIP: () => ({ address }), timeout: () => {} } as never)
  disposers.push(() => rm(dataDir, { recursive: true, force: true }), close, bus.close, services.events.close, stop)
  return { services, config, dataDir, setup, request, code: setup.code }
}

async function openForum(settings: Record<string, string> = {}) {
  const database = await createTestDatabase()
  disposers.push(() => database.drop())
  return { database, ...(await openProcess(database, settings)) }
}

type Forum = Awaited<ReturnType<typeof openProcess>>

const formOf = (code: string, changed: Record<string, unknown> = {}) => ({
  code,
  site_name: 'Działkowcy',
  language: 'en',
  username: 'Szefowa',
  email: 'Szefowa@example.org',
  password: 'Haslo-szefowej-1',
  ...changed,
})

function send({ request, code }: Forum, changed: Record<string, unknown> = {}, address = '127.0.0.1') {
  return request(
    '/api/setup',
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-language': 'pl' },
      body: JSON.stringify(formOf(code, changed)),
    },
    address,
  )
}

function sendForm(
  { request, code }: Forum,
  changed: Record<string, string> = {},
  headers: Record<string, string> = {},
) {
  return request('/setup?lang=pl', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(formOf(code, changed) as Record<string, string>).toString(),
  })
}

const codeOf = async (answer: Response | Promise<Response>) => ((await (await answer).json()) as { code: string }).code
const admins = (db: TestDatabase['db']) =>
  db
    .select()
    .from(user)
    .where(and(eq(user.is_admin, true)))

describe('RUN-1 a forum without an admin', () => {
  test('a forum not yet set up redirects pages to /setup, refuses calls with 503 and answers probes', async () => {
    const forum = await openForum({ METRICS_TOKEN: 'm' })
    for (const path of ['/', '/r/ogrod', '/login', '/admin', '/nothing/here', '/feed.xml']) {
      const answer = await forum.request(path)
      expect([path, answer.status, answer.headers.get('location')]).toEqual([path, 302, '/setup'])
    }
    for (const path of ['/api/posts', '/api/auth/check-username?username=a', '/api/events', '/api/nothing']) {
      const answer = await forum.request(path)
      expect([path, answer.status, await codeOf(answer)]).toEqual([path, 503, 'setup_required'])
    }
    const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }
    expect((await forum.request('/api/auth/register', post)).status).toBe(503)
    expect((await forum.request('/notice', post)).status).toBe(503)
    expect((await forum.request('/healthz')).status).toBe(200)
    expect((await forum.request('/readyz')).status).toBe(200)
    expect((await forum.request('/metrics', { headers: { authorization: 'Bearer m' } })).status).toBe(200)
  })

  test('the set-up page is a form with the code and five fields, in both languages', async () => {
    const forum = await openForum()
    const page = await forum.request('/setup')
    const html = await page.text()
    expect(page.headers.get('cache-control')).toBe('private, no-store')
    expect(page.headers.get('content-security-policy')).toContain("script-src 'nonce-")
    expect(html).toContain('action="/setup?lang=pl" method="post"')
    for (const name of ['code', 'site_name', 'language', 'username', 'email', 'password'])
      expect(html).toContain(`name="${name}"`)
    expect(html).not.toContain(forum.code)
    const english = await forum.request('/setup', { headers: { 'accept-language': 'en-GB,en;q=0.9' } })
    expect(await english.text()).toContain('Start your forum')
    expect(await (await forum.request('/setup?lang=en')).text()).toContain('Start your forum')
  })

  test('the set-up code is in a file readable by its user only, which the set-up deletes', async () => {
    const forum = await openForum()
    const file = join(forum.dataDir, 'setup-code')
    expect(await readFile(file, 'utf8')).toBe(`${forum.code}\n`)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect((await send(forum)).status).toBe(201)
    expect(await readdir(forum.dataDir)).toEqual([])
  })

  test('a set-up names the forum, creates a verified admin who is signed in, and can run only once', async () => {
    const forum = await openForum()
    const answer = await send(forum, { code: forum.code.toLowerCase().replaceAll('-', ' ') })
    expect(answer.status).toBe(201)
    const body = (await answer.json()) as { access_token: string; user: { id: number } }
    expect({ ...body }).toMatchObject({
      access_token: expect.any(String),
      user: { username: 'Szefowa', email: 'Szefowa@example.org', is_admin: true, email_verified: true },
    })
    const bearer = { headers: { authorization: `Bearer ${body.access_token}` } }
    expect((await forum.request('/api/users/me', bearer)).status).toBe(200)
    expect(forum.services.settings.value('site_name')).toBe('Działkowcy')
    expect(await (await forum.request('/')).text()).toContain('<html lang="en"')
    expect(await forum.database.db.select().from(auditLog)).toMatchObject([
      { actor: 'Szefowa', actor_user_id: body.user.id, action: 'site.setup' },
    ])
    for (const again of [await send(forum), await send(forum, { code: 'X' }), await send(forum, { username: 'inna' })])
      expect([again.status, await codeOf(again)]).toEqual([404, 'not_found'])
    expect((await forum.request('/api/setup')).status).toBe(405)
    expect((await forum.request('/setup')).status).toBe(404)
    const late = await sendForm(forum, { username: 'inna' })
    expect([late.status, (await late.text()).includes('To forum już działa')]).toEqual([404, true])
    expect(await admins(forum.database.db)).toHaveLength(1)
  })

  test('a restart finds the admin and opens no set-up', async () => {
    const forum = await openForum()
    await send(forum)
    const { setup, dataDir } = await openProcess(forum.database)
    expect(setup.isOpen()).toBeFalse()
    expect(await readdir(dataDir)).toEqual([])
  })
})

describe('RUN-1 a refused set-up', () => {
  test('a wrong set-up code is refused with 403, after five wrong ones from an IP address with 429', async () => {
    const forum = await openForum()
    const guesses = await Promise.all(Array.from({ length: 20 }, () => send(forum, { code: 'AAAA-BBBB-CCCC' })))
    const statuses = guesses.map(({ status }) => status).toSorted()
    expect(statuses).toEqual([...Array(5).fill(403), ...Array(15).fill(429)])
    expect(await codeOf(guesses.find(({ status }) => status === 403)!)).toBe('setup_code')
    const blocked = await send(forum)
    expect([blocked.status, Number(blocked.headers.get('retry-after')) > 0]).toEqual([429, true])
    expect((await send(forum, {}, '198.51.100.9')).status).toBe(201)
  })

  test('a right code in a form with errors does not count as a wrong guess', async () => {
    const forum = await openForum()
    await createUser(forum.database.db, { username: 'zajeta' })
    for (let at = 0; at < 8; at += 1) {
      const answer = await send(forum, { username: 'Zajeta' })
      expect([answer.status, await codeOf(answer)]).toEqual([409, 'username_taken'])
    }
    expect((await send(forum)).status).toBe(201)
  })

  test.each([
    [{ site_name: ' ' }, 'site_name'],
    [{ site_name: 'x'.repeat(61) }, 'site_name'],
    [{ site_name: undefined }, 'site_name'],
    [{ language: 'de' }, 'language'],
    [{ username: 'ab' }, 'username'],
    [{ username: 'api' }, 'username'],
    [{ username: { $ne: '' } }, 'username'],
    [{ email: 'nobody' }, 'email'],
    [{ password: 'krotkie' }, 'password'],
    [{ password: 'Aa1'.repeat(200) }, 'password'],
    [{ code: 7 }, 'code'],
  ])('an invalid set-up field is named and nothing is stored: %j', async (changed, field) => {
    const forum = await openForum()
    const answer = await send(forum, changed)
    expect(answer.status).toBe(422)
    expect(Object.keys(((await answer.json()) as { issues: object }).issues)).toEqual([field])
    expect(await admins(forum.database.db)).toEqual([])
    expect(forum.setup.isOpen()).toBeTrue()
  })

  test('set-up refuses the name of the bot and e-mail addresses of members, but allows the name admin', async () => {
    const forum = await openForum()
    await createUser(forum.database.db, { username: 'dawna', email: 'dawna@example.org' })
    expect((await send(forum, { username: 'Watek_Bot' })).status).toBe(409)
    const email = await send(forum, { email: 'DAWNA@example.org' })
    expect([email.status, Object.keys(((await email.json()) as { issues: object }).issues)]).toEqual([422, ['email']])
    expect((await send(forum, { username: 'admin' })).status).toBe(201)
  })

  test('the set-up refuses forms and calls from another origin', async () => {
    const forum = await openForum()
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
    ] as Record<string, string>[])
      expect([headers, (await sendForm(forum, {}, headers)).status]).toEqual([headers, 403])
    const call = await forum.request('/api/setup', {
      method: 'POST',
      headers: { 'content-type': 'text/plain', origin: 'https://evil.example' },
      body: JSON.stringify(formOf(forum.code)),
    })
    expect(call.status).toBe(403)
    expect(forum.setup.isOpen()).toBeTrue()
    expect((await sendForm(forum, {}, { origin: 'http://localhost:3000' })).status).toBe(200)
  })
})

describe('RUN-1 the set-up form without JavaScript', () => {
  test('a refused set-up form keeps all fields but the password, shows the reason, and escapes HTML', async () => {
    const forum = await openForum()
    const hostile = '"><script>alert(1)</script>'
    const answer = await sendForm(forum, {
      site_name: hostile,
      username: 'x',
      password: 'Za-krotkie-Haslo1'.repeat(20),
    })
    const html = await answer.text()
    expect(answer.status).toBe(422)
    expect(html).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"')
    expect(html).not.toContain('<script>alert')
    for (const kept of [`value="${forum.code}"`, 'value="Szefowa@example.org"', 'value="en" selected'])
      expect(html).toContain(kept)
    expect(html).not.toContain('Za-krotkie-Haslo1')
    expect(html).toContain('aria-invalid="true"')
    expect(html).toContain('Nazwa użytkownika musi mieć co najmniej 3 znaki')
  })

  test('a wrong set-up code is shown at its field, too many attempts above the form', async () => {
    const forum = await openForum()
    for (let at = 0; at < 5; at += 1) {
      const answer = await sendForm(forum, { code: 'nie-ten' })
      expect([answer.status, (await answer.text()).includes('To nie jest kod, który wypisał serwer.')]).toEqual([
        403,
        true,
      ])
    }
    const blocked = await sendForm(forum, { code: 'nie-ten' })
    expect(blocked.status).toBe(429)
    expect(await blocked.text()).toContain('role="alert"')
  })

  test('a valid set-up form sets up the forum and signs its admin in by cookie and localStorage', async () => {
    const forum = await openForum()
    const answer = await sendForm(forum, { site_name: 'Działka & ogród' })
    const html = await answer.text()
    expect(answer.status).toBe(200)
    expect(html).toContain('Działka &amp; ogród czeka na pierwszych gości.')
    expect(html).toContain('localStorage.setItem')
    const cookies = answer.headers.getSetCookie()
    expect(new Set(cookies.map((line) => line.split('=')[0]))).toEqual(
      new Set(['known_browser', 'language', 'session']),
    )
    const cookie = cookies.find((line) => line.startsWith('session='))!.split(';')[0]!
    expect((await forum.request('/api/users/me', { headers: { cookie } })).status).toBe(200)
  })

  test('a set-up form that is too large or malformed is refused', async () => {
    const forum = await openForum()
    expect((await sendForm(forum, { site_name: 'x'.repeat(20_000) })).status).toBe(413)
    const answer = await forum.request('/setup', {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      body: 'no parts',
    })
    expect(answer.status).toBeLessThan(500)
    expect(forum.setup.isOpen()).toBeTrue()
  })
})

describe('RUN-1 a set-up with several processes', () => {
  test('one of twenty concurrent set-ups in four processes wins, and all four close the set-up', async () => {
    const forum = await openForum()
    const others = await Promise.all([1, 2, 3].map(() => openProcess(forum.database)))
    const processes = [forum, ...others]
    expect(new Set(processes.map(({ code }) => code)).size).toBe(1)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        send(processes[at % 4]!, { username: `admin_${at}`, email: `a${at}@example.org`, site_name: `Forum ${at}` }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(19).fill(404)])
    const [admin, ...more] = await admins(forum.database.db)
    expect(more).toEqual([])
    for (const { setup, request, services, dataDir } of processes) {
      while (setup.isOpen() || services.settings.value('site_name') === 'Wątek') await Bun.sleep(5)
      expect(services.settings.value('site_name')).toBe(`Forum ${admin!.username.slice('admin_'.length)}`)
      expect((await request('/api/posts')).status).toBe(200)
      expect((await request('/setup')).status).toBe(404)
      while ((await readdir(dataDir)).length > 0) await Bun.sleep(5)
    }
  })

  test('an admin created on the command line closes the set-up as well', async () => {
    const forum = await openForum()
    await createUser(forum.database.db, { username: 'dawna' })
    await grantAdmin(forum.database.db, 'dawna')
    while (forum.setup.isOpen()) await Bun.sleep(5)
    expect((await forum.request('/api/posts')).status).toBe(200)
  })
})

describe('RUN-1 a forum older than the set-up feature', () => {
  test('a forum with members and a panel password opens no set-up', async () => {
    const database = await createTestDatabase()
    disposers.push(() => database.drop())
    const ADMIN_PASSWORD = 'Haslo-panelu-1'
    const waiting = await openProcess(database, { ADMIN_PASSWORD })
    expect(waiting.setup.isOpen()).toBeTrue()
    await createUser(database.db)
    expect((await openProcess(database, { ADMIN_PASSWORD })).setup.isOpen()).toBeFalse()
    while (waiting.setup.isOpen()) await Bun.sleep(5)
    expect((await openProcess(database)).setup.isOpen()).toBeTrue()
  })

  test('a site name set in the environment is not changed by the set-up', async () => {
    const forum = await openForum({ SITE_NAME: 'Ze środowiska' })
    const page = await (await forum.request('/setup')).text()
    expect(page).toContain('Ustawione w środowisku serwera.')
    expect((await send(forum)).status).toBe(201)
    expect(forum.services.settings.value('site_name')).toBe('Ze środowiska')
    expect(forum.services.settings.value('default_language')).toBe('en')
  })
})
