import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { createTestApp } from '#server/test/app.ts'
import { createCategory, createComment, createPost, createUser, joinCategory } from '#server/test/factories.ts'
import { comment } from '#server/features/comments/table.ts'
import { formToken } from '#server/features/forms/form-token.ts'
import { vote } from '#server/features/votes/table.ts'
import { developmentAssets } from './assets.ts'
import { createPages } from './pages.ts'

const t = await createTestApp({}, createPages(developmentAssets('http://localhost:5173')))
const [author, reader, other] = [await createUser(t.db), await createUser(t.db), await createUser(t.db)]
const category = await createCategory(t.db, { creator: author })
for (const member of [reader, other]) await joinCategory(t.db, member, category)
const post = await createPost(t.db, { author, category, title: 'Formularze bez skryptów' })
const HOST = 'localhost:3000'
const OWN = { 'sec-fetch-site': 'same-origin', host: HOST }

type Fields = Record<string, string> | [string, string][]

const cookies = new Map<number, string>()

/** The login session is created at the first call. */
async function cookieOf(user: { id: number }): Promise<string> {
  const cookie = cookies.get(user.id) ?? `session=${await t.bearerOf(user)}`
  cookies.set(user.id, cookie)
  return cookie
}

async function tokenOf(user: { id: number }, path = `/post/${post.id}`): Promise<string> {
  const page = await (await t.request(path, { headers: { cookie: await cookieOf(user), host: HOST } })).text()
  return /name="_token" value="([^"]+)"/.exec(page)![1]!
}

async function send(
  call: string,
  fields: Fields,
  { as, headers = OWN, cookie }: { as?: { id: number }; headers?: Record<string, string>; cookie?: string } = {},
): Promise<Response> {
  return t.request(`/act/${call}`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { ...headers, cookie: cookie ?? (as ? await cookieOf(as) : '') },
  })
}

const votesOf = (user: { id: number }) => t.db.select().from(vote).where(eq(vote.user_id, user.id))

describe('HTML forms', () => {
  test('a form makes its call, redirects to the page in _next, and shows the success message once', async () => {
    const _token = await tokenOf(reader)
    const next = `/post/${post.id}`
    const done = await send('votes.post', { post_id: String(post.id), value: '1', _token, _next: next }, { as: reader })
    expect([done.status, done.headers.get('location')]).toEqual([303, next])
    expect((await votesOf(reader)).map(({ value }) => value)).toEqual([1])

    const flash = done.headers.getSetCookie().find((cookie) => cookie.startsWith('flash='))!
    expect(flash.length).toBeLessThan(200)
    const cookie = `${await cookieOf(reader)}; ${flash.split(';')[0]}`
    const page = await t.request(next, { headers: { cookie, host: HOST } })
    expect(await page.text()).toMatch(/role="status"[^>]*>.{0,400}Twój głos jest zapisany\./)
    expect(page.headers.getSetCookie().join()).toContain('flash=; Path=/; Max-Age=0')
  })

  test('a form that creates something redirects to it', async () => {
    const _token = await tokenOf(reader)
    const fields = { post_id: String(post.id), content: 'Działa w lynksie.', _token, _next: '/' }
    const made = await send('comments.create', fields, { as: reader })
    expect(made.status).toBe(303)
    const [row] = await t.db.select().from(comment).where(eq(comment.content, 'Działa w lynksie.'))
    expect(made.headers.get('location')).toBe(`/post/${post.id}?comment=${row!.id}#comment-${row!.id}`)
  })

  test('a refused form has its error status, its message and everything typed', async () => {
    const written = 'Tego nie może zabraknąć: <b>ważne</b> & więcej'
    const cases: [string, Fields, number][] = [
      ['comments.create', { post_id: '999999999', content: written }, 404],
      ['messages.send', { recipient_id: String(reader.id), content: written }, 422],
    ]
    for (const [call, fields, status] of cases) {
      const _token = await tokenOf(reader)
      const sent = { ...(fields as Record<string, string>), _token, _page: `/post/${post.id}` }
      const answer = await send(call, sent, { as: reader })
      const page = await answer.text()
      expect([call, answer.status]).toEqual([call, status])
      expect(page).toContain('role="alert"')
      const bootstrap = JSON.parse(/id="bootstrap"[^>]*>([^<]+)</.exec(page)![1]!) as {
        failed_form: { values: Fields }
      }
      expect(bootstrap.failed_form.values).toMatchObject({ content: written })
    }
  })

  test('passwords and codes are not repeated in a refused form', async () => {
    const _token = await tokenOf(reader)
    const secrets = { password: 'Tajne-haslo-1', new_password: 'krotkie-haslo-2' }
    const answer = await send(
      'account.changePassword',
      { ...secrets, _token, _page: '/settings/security' },
      { as: reader },
    )
    const page = await answer.text()
    expect(answer.status).toBe(422)
    for (const secret of Object.values(secrets)) expect(page).not.toContain(secret)
  })

  test('FORM-3 a form from another site, or with an old token or that of another member, is refused', async () => {
    const down = { post_id: String(post.id), value: '-1' }
    const good = await tokenOf(other)
    const { sessionSecret } = t.config
    const old = formToken(sessionSecret, 'x', new Date(Date.now() - 25 * 3_600_000))
    const origin = { origin: 'https://evil.example' }
    const cases: [string, Fields, Record<string, string>][] = [
      ['another site', { ...down, _token: good }, { ...OWN, 'sec-fetch-site': 'cross-site' }],
      ['another subdomain', { ...down, _token: good }, { ...OWN, 'sec-fetch-site': 'same-site' }],
      ['typed address', { ...down, _token: good }, { ...OWN, 'sec-fetch-site': 'none' }],
      ['another origin', { ...down, _token: good }, { host: HOST, ...origin }],
      ['another referrer', { ...down, _token: good }, { host: HOST, referer: 'https://evil.example/x' }],
      ['no origin at all', { ...down, _token: good }, { host: HOST }],
      ['no token', down, OWN],
      ['an empty token', { ...down, _token: '' }, OWN],
      ['the token of another member', { ...down, _token: await tokenOf(reader) }, OWN],
      ['an old token', { ...down, _token: old }, OWN],
      ['a token of another day', { ...down, _token: good.replace(/^./, '0') }, OWN],
    ]
    for (const [what, fields, headers] of cases) {
      const answer = await send('votes.post', fields, { as: other, headers })
      expect([what, answer.status]).toEqual([what, 403])
    }
    const body = JSON.stringify({ ...down, _token: good })
    const cookie = await cookieOf(other)
    for (const type of ['application/json', 'text/plain', '']) {
      const headers = { ...OWN, cookie, ...(type && { 'content-type': type }) }
      expect((await t.request('/act/votes.post', { method: 'POST', body, headers })).status).toBe(403)
    }
    const query = new URLSearchParams({ ...down, _token: good })
    expect((await t.request(`/act/votes.post?${query}`, { headers: { ...OWN, cookie } })).status).toBe(404)
    expect(await votesOf(other)).toEqual([])

    const lynx = { host: HOST, 'user-agent': 'Lynx/2.9.0dev.12 libwww-FM/2.14' }
    expect((await send('votes.post', down, { as: other, headers: lynx })).status).toBe(403)
    expect((await send('votes.post', down, { as: other, headers: { ...lynx, ...origin } })).status).toBe(403)
    expect(await votesOf(other)).toEqual([])
    expect((await send('saves.save', { ...down, _token: good }, { as: other, headers: lynx })).status).toBe(303)

    const referrer = { host: HOST, referer: `http://${HOST}/post/${post.id}` }
    expect((await send('votes.post', { ...down, _token: good }, { as: other, headers: referrer })).status).toBe(303)
    expect(await votesOf(other)).toHaveLength(1)
  })

  test('FORM-3 a form without any cookie is refused with the advice to allow cookies', async () => {
    const fields = { username: 'kasia', password: 'Haslo-maslo-1', _token: 'x', _page: '/login' }
    const answer = await send('auth.login', fields)
    const page = await answer.text()
    expect(answer.status).toBe(403)
    expect(page).toContain('zezwól na ciasteczka')
    expect(page).toContain('value="kasia"')
    expect(answer.headers.get('set-cookie')).toContain('visitor=')
  })

  test('FORM-4 a wrong password is 403 in NetSurf, which does not render a page of status 401', async () => {
    const login = await t.request('/login', { headers: OWN })
    const cookie = /visitor=[\w-]+/.exec(login.headers.get('set-cookie')!)![0]
    const _token = /name="_token" value="([^"]+)"/.exec(await login.text())![1]!
    const fields = { username: 'kasia', password: 'Haslo-maslo-1', _token, _page: '/login' }
    const statusIn = async (agent: string) =>
      (await send('auth.login', fields, { headers: { ...OWN, 'user-agent': agent }, cookie })).status
    expect(await statusIn('Dillo/3.0.5')).toBe(401)
    expect(await statusIn('NetSurf/3.10 (Linux)')).toBe(403)
  })

  test('FORM-3 the same form sent several times, even concurrently, creates one comment', async () => {
    const fields = { post_id: String(post.id), content: 'Tylko raz.', _token: await tokenOf(reader) }
    const sent = await Promise.all([1, 2, 3].map(() => send('comments.create', fields, { as: reader })))
    expect(new Set(sent.map(({ headers }) => headers.get('location'))).size).toBe(1)
    expect(await t.db.$count(comment, eq(comment.content, 'Tylko raz.'))).toBe(1)
  })

  test('FORM-3 a visitor who submits a members-only form is sent to the login and back', async () => {
    const answer = await send('votes.post', { post_id: String(post.id), value: '1', _next: `/post/${post.id}` })
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe(`/login?next=${encodeURIComponent(`/post/${post.id}`)}`)
    const referrer = { ...OWN, referer: `http://${HOST}/post/${post.id}?sort=new` }
    const answered = await send('votes.post', { post_id: String(post.id), value: '1' }, { headers: referrer })
    expect(answered.headers.get('location')).toBe(`/login?next=${encodeURIComponent(`/post/${post.id}?sort=new`)}`)
  })

  test('a form redirects to no other site', async () => {
    const _token = await tokenOf(reader)
    for (const _next of ['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)']) {
      const done = await send('saves.save', { post_id: String(post.id), _token, _next }, { as: reader })
      expect([_next, done.status, done.headers.get('location')]).toEqual([_next, 303, '/'])
    }
  })

  test('read-only and unknown calls cannot be sent as a form', async () => {
    for (const call of ['posts.list', 'posts.nothing', 'x', 'constructor.name'])
      expect((await send(call, {}, { as: reader })).status).toBe(404)
  })
})

test('the reply form creates a reply to its comment', async () => {
  const made = await createComment(t.db, { author, post, content: 'Odpowiedz mi.' })
  const fields = { post_id: String(post.id), parent_id: String(made.id), content: 'Odpowiedź.' }
  const answer = await send('comments.create', { ...fields, _token: await tokenOf(reader) }, { as: reader })
  expect(answer.status).toBe(303)
  const [row] = await t.db.select().from(comment).where(eq(comment.content, 'Odpowiedź.'))
  expect(row!.parent_id).toBe(made.id)
})

test('OAUTH-5 a form without JavaScript shows the created token once', async () => {
  const _token = await tokenOf(reader, '/settings/security')
  const fields: [string, string][] = [
    ['name', 'Skrypt'],
    ['scopes', 'read'],
    ['scopes', 'write:votes'],
    ['expires_in_days', '30'],
    ['_token', _token],
    ['_next', '/settings/security'],
  ]
  const made = await send('tokens.create', fields, { as: reader })
  const page = await made.text()
  const token = /wpt_[\w-]{43}/.exec(page)?.[0]
  expect([made.status, token !== undefined]).toEqual([200, true])
  expect((await t.request('/api/users/me', { headers: { authorization: `Bearer ${token}` } })).status).toBe(200)
  const again = await t.request('/settings/security', { headers: { cookie: await cookieOf(reader), host: HOST } })
  const text = await again.text()
  expect([text.includes('Skrypt'), text.includes(token!)]).toEqual([true, false])
})

test('FORM-1 features that need JavaScript have a notice of it in both languages, with an alternative', async () => {
  const { id } = await (
    await t.as(reader)
  ).streams.create({
    title: 'Z balkonu',
    stream_type: 'hls',
    url: 'https://example.org/live.m3u8',
    category_id: category.id,
  })
  const places: [string, string, string, string][] = [
    [`/post/${post.id}`, 'nowe komentarze nie pojawiają się', 'new comments do not appear', `/post/${post.id}#`],
    ['/settings/notifications', 'wybierz e-maile', 'choose mails', '/notifications'],
    [`/stream/${id}`, 'Odtwarzacz na tej stronie wymaga', 'The player on this page', 'https://example.org/live.m3u8'],
    ['/admin', 'Panel wymaga', 'The panel needs', '/browse-communities'],
    ['/admin/login', 'Panel wymaga', 'The panel needs', '/browse-communities'],
  ]
  for (const [path, pl, en, otherWay] of places)
    for (const [language, sentence] of Object.entries({ pl, en })) {
      const cookie = `${await cookieOf(reader)}; language=${language}`
      const html = await (await t.request(path, { headers: { cookie, host: HOST } })).text()
      const said = [...html.matchAll(/<noscript>(.*?)<\/noscript>/gs)].map(([, inner]) => inner!)
      expect([path, said.some((one) => one.includes(sentence) && one.includes(`href="${otherWay}`))]).toEqual([
        path,
        true,
      ])
    }
})
