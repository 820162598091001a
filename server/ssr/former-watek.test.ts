import { afterAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { post } from '#server/features/posts/table.ts'
import { watek } from '#server/features/import/sources/watek/reader.ts'
import { importInto } from '#server/features/import/testing/former-forum.ts'
import { createTestApp } from '#server/test/app.ts'
import { createTestDatabase } from '#server/test/database.ts'
import { createCategory, createComment, createPost, createUser } from '#server/test/factories.ts'
import { developmentAssets } from './assets.ts'
import { createPages } from './pages.ts'

const FORMER = 'dawne.example.org'
const client = await mkdtemp(join(tmpdir(), 'watek-client-'))
afterAll(() => rm(client, { recursive: true }))
const t = await createTestApp({}, createPages(developmentAssets('http://localhost:5173'), client))
const home = await createCategory(t.db, { name: 'chleb' })
const author = await createUser(t.db, { username: 'Anna' })
const own = await Promise.all(
  [1, 2, 3, 4].map((nth) => createPost(t.db, { author, category: home, title: `Tutejszy wpis ${nth}` })),
)

const former = await createTestDatabase()
afterAll(former.drop)
const anna = await createUser(former.db, { username: 'Anna', email: 'anna@example.org' })
const bread = await createCategory(former.db, { name: 'chleb' })
const thread = await createPost(former.db, { author: anna, category: bread, title: 'Dawny wpis' })
const reply = await createComment(former.db, {
  author: anna,
  post: thread,
  content: `[dział](https://${FORMER}/r/chleb) i [Anna](https://${FORMER}/u/Anna)`,
})
const deleted = await createPost(former.db, { author: anna, category: bread, deleted_at: new Date() })
const run = () => importInto(t, watek, { database: former.url, baseUrl: `https://${FORMER}` })
const report = await run()
const [moved] = await t.db.select().from(post).where(eq(post.title, 'Dawny wpis'))

const ask = async (path: string, host?: string) => {
  const response = await t.request(path, host ? { headers: { host } } : {})
  return [response.status, response.headers.get('location')]
}
const here = (path: string) => new URL(path, t.config.publicUrl).href

test('IMP-14 imported posts of another Wątek get ids above all ids in both forums', () => {
  expect(report.agrees).toBe(true)
  expect(moved!.id).toBeGreaterThan(Math.max(thread.id, deleted.id, ...own.map(({ id }) => id)))
})

test('IMP-14 a URL of an imported Wątek forum redirects to this forum, even where both have that path', async () => {
  expect(own.map(({ id }) => id)).toContain(thread.id)
  expect((await ask(`/post/${thread.id}`))[0]).toBe(200)
  const path = `/post/${moved!.id}`
  expect(await ask(`/post/${thread.id}`, FORMER)).toEqual([301, here(path)])
  expect(await ask(`/post/${thread.id}/`, `${FORMER}:443`)).toEqual([301, here(path)])
  const [comment] = await t.db.execute<{ id: number }>('select id from comment' as never)
  expect(await ask(`/post/${thread.id}?comment=${reply.id}`, FORMER)).toEqual([
    301,
    here(`${path}?comment=${comment!.id}#comment-${comment!.id}`),
  ])
  expect(await ask('/r/chleb', FORMER)).toEqual([301, here('/r/chleb_2')])
  expect(await ask('/u/ANNA', FORMER)).toEqual([301, here('/u/Anna_2')])
  expect((await ask(`/post/${thread.id}`))[0]).toBe(200)
})

test('IMP-14 the URL of a deleted post on the host of a former Wątek does not show another post', async () => {
  expect(own.map(({ id }) => id)).toContain(deleted.id)
  expect(await ask(`/post/${deleted.id}`, FORMER)).toEqual([404, null])
  expect((await ask('/login', FORMER))[0]).toBe(200)
})

test('IMP-14 imported texts link to the imported communities and members of another Wątek forum', async () => {
  const [text] = await t.db.execute<{ content: string }>('select content from comment' as never)
  expect(text!.content).toBe('[dział](/r/chleb_2) i [Anna](/u/Anna_2)')
})

test('IMP-11 a second import of another Wątek adds nothing', async () => {
  const before = await t.db.$count(post)
  expect((await run()).sums).toEqual(report.sums)
  expect(await t.db.$count(post)).toBe(before)
})
