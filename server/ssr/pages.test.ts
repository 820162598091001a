import { describe, expect, test } from 'bun:test'
import { contract } from '#shared/api/index.ts'
import { eq } from 'drizzle-orm'
import { holdContent, lockContent } from '#server/features/moderation/index.ts'
import { post } from '#server/features/posts/table.ts'
import { ADMIN_PASSWORD, createTestApp } from '#server/test/app.ts'
import { createCategory, createComment, createPost, createUser, joinCategory } from '#server/test/factories.ts'
import { paths } from '#shared/paths.ts'
import { HELD_NEWCOMER } from '#shared/rules/queue.ts'
import { developmentAssets } from './assets.ts'
import { PAGE_TTL_MS } from './page-cache.ts'
import { createPages } from './pages.ts'

const SECRETS = {
  OPENAI_API_KEY: 'klucz-openai-1',
  ANTHROPIC_API_KEY: 'klucz-anthropic-1',
  METRICS_TOKEN: 'token-pomiarow-1',
  SMTP_URL: 'smtp://poczta:haslo-poczty-1@127.0.0.1:2525',
}
const t = await createTestApp(SECRETS, createPages(developmentAssets('http://localhost:5173')))
const adult = { headers: { host: 'adult.localhost:3000' } }
const author = await createUser(t.db, { username: 'Kasia_Zakwas' })
const garden = await createCategory(t.db, { name: 'ogrod', display_name: 'Ogród i działka', creator: author })
const night = await createCategory(t.db, { name: 'noc', display_name: 'Nocne rozmowy', is_nsfw: true, creator: author })
const tomato = await createPost(t.db, {
  author,
  category: garden,
  title: 'Pomidory w tunelu',
  content: 'Kiedy **sadzić** w tunelu?',
})
const secret = await createPost(t.db, {
  author,
  category: night,
  title: 'Sekret po północy',
  content: 'Tylko dla dorosłych.',
})
const reply = await createComment(t.db, { author, post: tomato, content: 'W połowie maja, po zimnej Zośce.' })

const html = async (path: string, init: RequestInit = {}) => (await t.request(path, init)).text()
const signedIn = async (user: { id: number }, language = 'pl') => ({
  headers: { cookie: `session=${await t.bearerOf(user)}; language=${language}` },
})

describe('a page', () => {
  test('the feed page has its title and its posts in the HTML', async () => {
    const page = await html('/')
    expect(page).toContain('<title>Wątek</title>')
    expect(page).toContain('Pomidory w tunelu')
  })

  test.each(['/', '/dev-info', '/admin/login', '/submit'])('RTE-21 a page reveals no secret: %s', async (path) => {
    const { sessionSecret, databaseUrl, dataDir } = t.config
    const secrets = [sessionSecret, databaseUrl!, dataDir, ADMIN_PASSWORD, ...Object.values(SECRETS)]
    const pages = [await html(path), await html(path, await signedIn(author))]
    expect(secrets.filter((known) => pages.some((page) => page.includes(known)))).toEqual([])
  })

  test('RTE-21 the page for developers is public and links the OpenAPI description', async () => {
    const answer = await t.request('/dev-info')
    expect(answer.status).toBe(200)
    expect(await answer.text()).toContain('href="/api/openapi.json"')
  })

  test("PORTAL-1 the page for developers lists every call, a group's page has examples, without scripts", async () => {
    const overview = await html('/dev-info')
    const paths = Object.values(contract).flatMap((calls) => Object.values(calls).map(({ path }) => path as string))
    expect(paths.filter((path) => !overview.includes(path.replace(/:(\w+)/g, '{$1}')))).toEqual([])
    const votes = await html('/dev-info?group=votes')
    expect(votes).toContain('POST /api/votes/1')
    expect(votes).toContain('&quot;user_vote&quot;: 1')
    expect((await t.request('/dev-info?group=nothing')).status).toBe(404)
  })

  test('RTE-11 a feed URL with an invalid cursor shows an error and a link to the start of the feed', async () => {
    for (const path of ['/?sort=top&cursor=zzzz', `/r/${garden.name}?cursor=1`]) {
      const answer = await t.request(path)
      const page = await answer.text()
      expect(answer.status).toBe(400)
      expect(page).toContain('Tej strony listy już nie ma</h1>')
      expect(page).toContain(path.startsWith('/r/') ? `href="/r/${garden.name}"` : 'href="/?sort=top"')
    }
  })

  test('the search page drops NUL characters, which HTML does not allow', async () => {
    const page = await html('/search?q=%00pomidory')
    expect(page).not.toContain('\0')
    expect(page).toContain('Pomidory w tunelu')
  })

  test('MOD-3 pages for a suspended member have the suspension notice in their HTML', async () => {
    const member = await createUser(t.db)
    await (
      await t.as(null, { admin: ADMIN_PASSWORD })
    ).moderation.ban({ user_id: member.id, category_id: null, reason_code: 'spam' })
    expect(await html('/', await signedIn(member))).toContain('Twoje konto jest zawieszone')
    expect(await html('/', await signedIn(member, 'en'))).toContain('Your account is suspended')
    expect(await html('/', await signedIn(author))).not.toContain('Twoje konto jest zawieszone')
  })

  test('MOD-3 a banned member sees the ban in the HTML, below a post and in the post form', async () => {
    const member = await createUser(t.db)
    await joinCategory(t.db, member, garden)
    await (await t.as(author)).moderation.ban({ user_id: member.id, category_id: garden.id, reason_code: 'spam' })
    for (const path of [`/post/${tomato.id}`, '/submit?community=ogrod']) {
      expect(await html(path, await signedIn(member))).toContain('Nie możesz pisać ani głosować w r/ogrod')
      expect(await html(path, await signedIn(await createUser(t.db)))).not.toContain('pisać ani głosować')
    }
  })

  test('the moderation log page informs moderators that only they can see who decided', async () => {
    await (
      await t.as(author)
    ).moderation.lock({ post_id: (await createPost(t.db, { author, category: garden })).id, locked: true })
    expect(await html('/r/ogrod/log')).toContain('Bez nazw i bez treści')
    const page = await html('/r/ogrod/log', await signedIn(author))
    expect(page).toContain('Kto zdecydował, widzą tylko moderatorzy.')
    expect(page).not.toContain('Bez nazw')
  })

  test('MOD-3 the decisions page shows whether a filter or the rule for newcomers held a post for review', async () => {
    const member = await createUser(t.db)
    for (const why of [{ reason_code: 'other', held_by: 'Słowa' }, { held_by: HELD_NEWCOMER }] as const) {
      const { id } = await createPost(t.db, { author: member, category: garden })
      await t.db.transaction(async (tx) =>
        holdContent(tx, await lockContent(tx, { kind: 'post', id }), why, { by: 'filter', now: new Date() }),
      )
    }
    const page = await html(paths.decisions(), await signedIn(member))
    for (const reason of ['filtr', 'wpis nowej osoby']) expect(page).toContain(`<dt>Powód</dt><dd>${reason}</dd>`)
    expect(page).not.toContain('inny powód</dd>')
  })

  test('RTE-10 the page of a post has title, text and comments in the HTML', async () => {
    const page = await html(`/post/${tomato.id}`)
    expect(page).toContain('<title>Pomidory w tunelu - Wątek</title>')
    expect(page).toContain('<strong>sadzić</strong>')
    expect(page).toContain('po zimnej Zośce')
  })

  test('RTE-11 the page of a community at /c/ has its name, its posts and its URL at /r/ as canonical', async () => {
    const page = await html('/c/ogrod')
    expect(page).toContain('Ogród i działka')
    expect(page).toContain('Pomidory w tunelu')
    expect(page).toContain('<link rel="canonical" href="http://localhost:3000/r/ogrod"/>')
  })

  test('RTE-12 the page of a profile at /user/ has its name, its posts and its URL at /u/ as canonical', async () => {
    const page = await html('/user/kasia_zakwas')
    expect(page).toContain('u/Kasia_Zakwas')
    expect(page).toContain('Pomidory w tunelu')
    expect(page).toContain('<link rel="canonical" href="http://localhost:3000/u/Kasia_Zakwas"/>')
  })

  test.each([
    ['/post/999999', 'Nie znaleziono posta'],
    ['/post/abc', 'Nie znaleziono posta'],
    ['/u/nobody_here', 'Nie znaleziono użytkownika'],
    ['/r/nowhere', 'Nie znaleziono społeczności'],
    ['/no/such/page', 'Nie ma takiej strony'],
    ['/%0a', 'Nie ma takiej strony'],
  ])('an unknown page (%s) is 404 with an error text', async (path, text) => {
    const answer = await t.request(path)
    expect(answer.status).toBe(404)
    expect(await answer.text()).toContain(text)
  })

  test('a page is in the language of the cookie', async () => {
    const page = await html('/', { headers: { cookie: 'language=en' } })
    expect(page).toContain('<html lang="en"')
    expect(page).toContain('All conversations')
  })

  test('the CSP of a page allows videos from the host that public media redirect to', async () => {
    const redirecting = await createTestApp(
      { S3_PUBLIC_URL: 'https://media.example/watek' },
      createPages(developmentAssets('http://localhost:5173')),
    )
    const policyOf = async (app: typeof t) => (await app.request('/')).headers.get('content-security-policy')
    expect(await policyOf(redirecting)).toContain("media-src 'self' https://media.example;")
    expect(await policyOf(t)).toContain("media-src 'self';")
  })

  test('a page has its own nonce in its CSP and in its scripts', async () => {
    const answer = await t.request(`/post/${tomato.id}?n=1`)
    const nonce = /'nonce-([^']+)'/.exec(answer.headers.get('content-security-policy')!)![1]!
    const page = await answer.text()
    const scripts = [...page.matchAll(/<script(?![^>]*application\/(?:ld\+)?json)[^>]*>/g)].map((match) => match[0])
    expect(scripts.length).toBeGreaterThan(0)
    expect(scripts.filter((script) => !script.includes(`nonce="${nonce}"`))).toEqual([])
  })

  test('FRAME-2 a page streams the post before its comments are ready', async () => {
    let release = () => {}
    const locked = Promise.withResolvers<void>()
    const holding = t.sql.begin(async (tx) => {
      await tx`lock table comment in access exclusive mode`
      locked.resolve()
      await new Promise<void>((resolve) => {
        release = resolve
      })
    })
    await locked.promise
    const answer = await t.request(`/post/${tomato.id}?sort=new`)
    const reader = answer.body!.getReader()
    const first = new TextDecoder().decode((await reader.read()).value)
    release()
    await holding
    let rest = ''
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read())
      rest += new TextDecoder().decode(chunk.value)
    expect(first).toContain('Pomidory w tunelu')
    expect(first).not.toContain('po zimnej Zośce')
    expect(rest).toContain('po zimnej Zośce')
  })
})

describe('a login-required page', () => {
  test.each([
    '/submit',
    '/profile',
    '/saved',
    '/messages',
    '/conversation/kasia',
    '/wpoints',
    '/streams/new',
    '/create-community',
    '/settings',
    '/settings/security',
    '/settings/data',
  ])('GUARD-1,2 a login-required page (%s) redirects a visitor to the login and back', async (path) => {
    const answer = await t.request(path)
    expect(answer.status).toBe(302)
    expect(answer.headers.get('location')).toBe(`/login?next=${encodeURIComponent(path)}`)
  })

  test('a visitor redirected from a login-required page sees why at the login', async () => {
    expect(await html('/login?next=%2Fsubmit')).toContain('Musisz być zalogowany, aby uzyskać dostęp do tej strony')
  })

  test.each(['/login', '/register', '/forgot-password', '/reset-password'])(
    'GUARD-3,4 a page for visitors only, %s, redirects a member to the home page',
    async (path) => {
      const answer = await t.request(path, await signedIn(author))
      expect(answer.status).toBe(302)
      expect(answer.headers.get('location')).toBe('/')
    },
  )
})

describe('normal and adult host', () => {
  test('VAR-6 the normal host shows nothing of adult communities', async () => {
    const pages = await Promise.all(
      ['/', '/?sort=new', '/browse-communities', '/u/Kasia_Zakwas', '/search?q=sekret'].map((path) => html(path)),
    )
    expect(pages.filter((page) => page.includes('Sekret po północy') || page.includes('Nocne rozmowy'))).toEqual([])
  })

  test('VAR-6 a direct link to adult content shows a neutral page linking the adult host, not indexed', async () => {
    const answer = await t.request(`/post/${secret.id}`)
    const page = await answer.text()
    expect(answer.status).toBe(200)
    expect(page).toContain('noindex')
    expect(page).toContain(`http://adult.localhost:3000/post/${secret.id}`)
    expect(page).not.toContain('Sekret po północy')
    expect(page).not.toContain('Tylko dla dorosłych.')
  })

  test('VAR-7 the adult host asks for the age first, crawlers too, and shows no content', async () => {
    const page = await html(`/post/${secret.id}`, adult)
    expect(page).toContain('Mam ukończone 18 lat')
    expect(page).toContain('noindex')
    expect(page).not.toContain('Sekret po północy')
  })

  test('the age confirmation button sets the cookie and returns to the page', async () => {
    const answer = await t.request('/age', {
      method: 'POST',
      body: new URLSearchParams({ next: '/r/noc' }),
      headers: { host: 'adult.localhost:3000' },
    })
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe('/r/noc')
    expect(answer.headers.get('set-cookie')).toContain('adult_ok=1')
  })

  test.each([
    '//evil.example',
    '/\t/evil.example',
    '/\\evil.example',
    '/\n/evil.example',
    '/a\r\nX-Y: z',
    '/\0',
    '/\u0085',
    `/${'a'.repeat(7_000)}`,
  ])('the age confirmation button redirects to no other site: %#', async (next) => {
    const answer = await t.request('/age', {
      method: 'POST',
      body: new URLSearchParams({ next }),
      headers: { host: 'adult.localhost:3000' },
    })
    expect([answer.status, answer.headers.get('location'), answer.headers.get('cache-control')]).toEqual([
      303,
      '/',
      'private, no-store',
    ])
  })

  test('an age confirmation from a page of another origin is refused', async () => {
    const statusWith = async (headers: Record<string, string>) =>
      (
        await t.request('/age', {
          method: 'POST',
          body: new URLSearchParams({ next: '/' }),
          headers: { host: 'adult.localhost:3000', ...headers },
        })
      ).status
    expect(await statusWith({ 'sec-fetch-site': 'cross-site' })).toBe(403)
    expect(await statusWith({ origin: 'https://evil.example' })).toBe(403)
    expect(await statusWith({ origin: 'http://adult.localhost:3000', 'sec-fetch-site': 'same-origin' })).toBe(303)
  })

  test('VAR-1,2,3 the adult host shows only adult communities after the age confirmation', async () => {
    const page = await html('/', { headers: { ...adult.headers, cookie: 'adult_ok=1' } })
    expect(page).toContain('Sekret po północy')
    expect(page).not.toContain('Pomidory w tunelu')
  })

  test.each([
    'localhost:3000',
    'LOCALHOST',
    '127.0.0.1:3000',
    '192.168.1.7',
    'watek.example',
    'notadult.localhost',
    'adult.localhost.example',
  ])('VAR-1,3 the host %s counts as the normal one and shows no adult content', async (host) => {
    const page = await html(`/?host=${host}`, { headers: { host, cookie: 'adult_ok=1' } })
    expect(page).toContain('Pomidory w tunelu')
    expect(page).not.toContain('Sekret po północy')
  })

  test('VAR-6 a normal post on the adult host redirects to the normal host', async () => {
    const answer = await t.request(`/post/${tomato.id}`, { headers: { ...adult.headers, cookie: 'adult_ok=1' } })
    expect(answer.status).toBe(302)
    expect(answer.headers.get('location')).toBe(`http://localhost:3000/post/${tomato.id}`)
  })
})

describe('the page cache', () => {
  test("a member never sees a visitor's cached page, and a member's page is never cached", async () => {
    await html('/?sort=top')
    const own = await t.request('/?sort=top', await signedIn(author))
    expect(own.headers.get('cache-control')).toBe('private, no-store')
    expect(await own.text()).toContain('"viewer":{')
    expect(await html('/?sort=top')).toContain('"viewer":null')
  })

  test('the page cache separates languages', async () => {
    await html('/?sort=controversial')
    expect(await html('/?sort=controversial', { headers: { cookie: 'language=en' } })).toContain('<html lang="en"')
    expect(await html('/?sort=controversial')).toContain('<html lang="pl"')
  })

  test('a cached adult page is not served to the normal host or without age confirmation', async () => {
    await html('/?x=1', { headers: { ...adult.headers, cookie: 'adult_ok=1' } })
    expect(await html('/?x=1')).not.toContain('Sekret po północy')
    expect(await html('/?x=1', adult)).not.toContain('Sekret po północy')
  })

  test('the page cache returns the same page again, in an encoding that the client accepts', async () => {
    const plain = await html('/?y=1')
    const packed = await t.request('/?y=1', { headers: { 'accept-encoding': 'br' } })
    expect(packed.headers.get('content-encoding')).toBe('br')
    const unpacked = (await import('node:zlib')).brotliDecompressSync(await packed.arrayBuffer()).toString()
    expect(unpacked).toBe(plain)
  })

  test('the page cache drops a deleted post before its TTL ends', async () => {
    const doomed = await createPost(t.db, { author, category: garden, title: 'Zaraz zniknie' })
    expect(await html(`/post/${doomed.id}`)).toContain('Zaraz zniknie')
    expect(await html('/r/ogrod?doomed=1')).toContain('Zaraz zniknie')
    await (await t.as(author)).posts.remove({ post_id: doomed.id })
    const later = Date.now() + PAGE_TTL_MS + 1
    t.clock.now = () => new Date(later)
    expect((await t.request(`/post/${doomed.id}`)).status).toBe(404)
    expect(await html('/r/ogrod?doomed=1')).not.toContain('Zaraz zniknie')
    t.clock.now = () => new Date()
  })

  test('pages of members, by cookie or bearer token, are rendered for each and not cached', async () => {
    const other = await createUser(t.db, { username: 'Marek_Poranek' })
    const [first, second] = [
      await html('/?own=1', await signedIn(author)),
      await html('/?own=1', await signedIn(other)),
    ]
    const byBearer = await t.request('/?own=1', { headers: { authorization: `Bearer ${await t.bearerOf(other)}` } })
    const visitor = await html('/?own=1')
    expect([first.includes('"username":"Kasia_Zakwas","email"'), first.includes('Marek_Poranek')]).toEqual([
      true,
      false,
    ])
    expect([
      second.includes('"username":"Marek_Poranek","email"'),
      second.includes('"username":"Kasia_Zakwas","email"'),
    ]).toEqual([true, false])
    expect(byBearer.headers.get('cache-control')).toBe('private, no-store')
    expect(await byBearer.text()).toContain('Marek_Poranek')
    expect([visitor.includes('Marek_Poranek'), visitor.includes('"viewer":null')]).toEqual([false, true])
  })

  test("a cached page serves both themes; a script applies the reader's theme before the first paint", async () => {
    const light = await html('/?theme=1')
    expect(await html('/?theme=1', { headers: { cookie: 'darkMode=true' } })).toBe(light)
    expect(light).toContain('data-theme="light"')
    expect(light).toContain("localStorage.getItem('darkMode')")
  })

  test('the page cache is not influenced by forged request headers', async () => {
    const page = await html('/?poison=1', {
      headers: {
        host: 'evil.example',
        'x-forwarded-host': 'evil.example',
        'x-forwarded-proto': 'gopher',
        'x-original-url': '/evil.example',
        referer: 'http://evil.example/',
        cookie: 'other=evil.example',
      },
    })
    expect(page).not.toContain('evil.example')
    expect(await html('/?poison=1')).toBe(page)
  })

  test('the page cache stores complete pages only: an aborted request does not spoil it for others', async () => {
    let release = () => {}
    const locked = Promise.withResolvers<void>()
    const holding = t.sql.begin(async (tx) => {
      await tx`lock table comment in access exclusive mode`
      locked.resolve()
      await new Promise<void>((resolve) => {
        release = resolve
      })
    })
    await locked.promise
    const leaving = new AbortController()
    const answer = await t.request(`/post/${tomato.id}?left=1`, { signal: leaving.signal })
    await answer.body!.getReader().read()
    leaving.abort()
    const next = html(`/post/${tomato.id}?left=1`)
    release()
    await holding
    expect(await next).toContain('po zimnej Zośce')
    expect(await html(`/post/${tomato.id}?left=1`)).toContain('po zimnej Zośce')
  })

  test('the page cache renders a page once for concurrent requests', async () => {
    const pages = await Promise.all(Array.from({ length: 20 }, () => html('/r/ogrod?z=1')))
    expect(new Set(pages).size).toBe(1)
  })
})

describe('a signed-in page', () => {
  test('a page request aborted before its answer is not logged as an error', async () => {
    const errors: string[] = []
    const { error } = t.services.log
    t.services.log.error = (message) => errors.push(message)
    const leaving = new AbortController()
    const { promise: isRead, resolve: read } = Promise.withResolvers<void>()
    const answer = t.request('/login', { signal: leaving.signal })
    queueMicrotask(() => {
      leaving.abort()
      read()
    })
    await Promise.all([isRead, answer])
    t.services.log.error = error
    expect(errors).toEqual([])
  })

  test('a page is rendered for its signed-in member, and for a visitor after the logout', async () => {
    const reader = await createUser(t.db, { username: 'Czytelnik' })
    await joinCategory(t.db, reader, garden)
    const init = await signedIn(reader)
    expect(await html('/r/ogrod', init)).toContain('Opuść')
    await t.request('/api/auth/logout', {
      method: 'POST',
      headers: { authorization: `Bearer ${/session=([^;]+)/.exec(init.headers.cookie)![1]}` },
    })
    expect(await html('/r/ogrod', init)).toContain('"viewer":null')
  })

  test('rendering a signed-in page marks nothing as read and changes nothing', async () => {
    const before = await t.db.select().from(post).where(eq(post.id, tomato.id))
    await html(`/post/${tomato.id}`, await signedIn(author))
    expect(await t.db.select().from(post).where(eq(post.id, tomato.id))).toEqual(before)
    expect(reply.id).toBeGreaterThan(0)
  })
})
