import { expect, test } from 'bun:test'
import { createTestApp } from '#server/test/app.ts'
import { createCategory, createPost, createUser, joinCategory } from '#server/test/factories.ts'
import { post } from '#server/features/posts/table.ts'
import { savedPost } from '#server/features/saves/table.ts'
import { user } from '#server/features/users/table.ts'
import { vote } from '#server/features/votes/table.ts'
import { developmentAssets } from './assets.ts'
import { createPages } from './pages.ts'

/** Set FORGED_FORMS=10000 for a thorough run. */
const COUNT = Number(process.env.FORGED_FORMS ?? 300)
const HOST = 'localhost:3000'
const DAY_MS = 86_400_000

const t = await createTestApp({}, createPages(developmentAssets('http://localhost:5173')))
const [victim, attacker] = [await createUser(t.db), await createUser(t.db)]
const category = await createCategory(t.db, { creator: victim })
await joinCategory(t.db, attacker, category)
const own = await createPost(t.db, { author: victim, category })
const cookie = `session=${await t.bearerOf(victim)}`
const foreign = `session=${await t.bearerOf(attacker)}`

async function tokenOf(of: string): Promise<string> {
  const page = await (await t.request('/settings/profile', { headers: { cookie: of, host: HOST } })).text()
  return /name="_token" value="([^"]+)"/.exec(page)![1]!
}

const OWN = { host: HOST, 'sec-fetch-site': 'same-origin' }
const CALLS: [string, Record<string, string>][] = [
  ['votes.post', { post_id: String(own.id), value: '-1' }],
  ['saves.save', { post_id: String(own.id) }],
  ['posts.remove', { post_id: String(own.id) }],
  ['posts.edit', { post_id: String(own.id), title: 'Tytuł od obcego', content: 'Podrzucone.' }],
  ['users.editMe', { bio: 'Podrzucone.' }],
  ['follows.follow', { user_id: String(attacker.id) }],
  ['account.edit', { message_policy: 'nobody' }],
]

const state = async () => [
  await t.db.select().from(user).orderBy(user.id),
  await t.db.select().from(post).orderBy(post.id),
  await t.db.$count(vote),
  await t.db.$count(savedPost),
]

test('FORM-3 forged forms of any kind change nothing', async () => {
  const good = await tokenOf(cookie)
  const others = await tokenOf(foreign)
  t.clock.now = () => new Date(Date.now() - 2 * DAY_MS)
  const old = await tokenOf(cookie)
  t.clock.now = () => new Date()
  const form = (fields: Record<string, string>, headers: Record<string, string>): RequestInit => ({
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { ...headers, cookie },
  })
  const site = (at: number) => ['cross-site', 'same-site', 'none', 'same-origin, cross-site'][at % 4]!
  const kinds: ((fields: Record<string, string>, at: number) => RequestInit)[] = [
    (fields, at) => form({ ...fields, _token: good }, { host: HOST, 'sec-fetch-site': site(at) }),
    (fields, at) => form({ ...fields, _token: good }, { host: HOST, origin: `https://evil${at}.example` }),
    (fields, at) => form({ ...fields, _token: good }, { host: HOST, referer: `http://${HOST}.evil.example/${at}` }),
    (fields) => form(fields, OWN),
    (fields) => form({ ...fields, _token: old }, OWN),
    (fields) => form({ ...fields, _token: others }, OWN),
    (fields, at) => form({ ...fields, _token: altered(good, at) }, OWN),
    (fields, at) => ({
      method: 'POST',
      body: at % 2 === 0 ? JSON.stringify({ ...fields, _token: good }) : String(new URLSearchParams(fields)),
      headers: { ...OWN, cookie, 'content-type': at % 2 === 0 ? 'application/json' : 'text/plain' },
    }),
    () => ({ method: 'GET', headers: { ...OWN, cookie } }),
  ]
  const before = await state()
  const passed: unknown[] = []
  for (let at = 0; at < COUNT; at += 1) {
    const [call, fields] = CALLS[at % CALLS.length]!
    const kind = Math.floor(at / CALLS.length) % kinds.length
    const init = kinds[kind]!(fields, at)
    const query = init.method === 'GET' ? `?${new URLSearchParams({ ...fields, _token: good })}` : ''
    const { status } = await t.request(`/act/${call}${query}`, init)
    if (status < 400) passed.push([call, kind, status])
  }
  expect(passed).toEqual([])
  expect(await state()).toEqual(before)

  const honest = await t.request('/act/votes.post', form({ ...CALLS[0]![1], _token: good }, OWN))
  expect(honest.status).toBe(303)
  expect(await t.db.$count(vote)).toBe(Number(before[2]) + 1)
}, 600_000)

function altered(token: string, at: number): string {
  const place = at % token.length
  return token.slice(0, place) + (token[place] === 'A' ? 'B' : 'A') + token.slice(place + 1)
}
