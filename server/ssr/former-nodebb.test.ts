import { afterAll, expect, test } from 'bun:test'
import { asc } from 'drizzle-orm'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { paths } from '#shared/paths.ts'
import { comment } from '#server/features/comments/table.ts'
import { nodebb } from '#server/features/import/sources/nodebb/reader.ts'
import { createFormerForum, importInto } from '#server/features/import/testing/former-forum.ts'
import { createTestApp } from '#server/test/app.ts'
import { developmentAssets } from './assets.ts'
import { createPages } from './pages.ts'

const forum = await createFormerForum('nodebb')
afterAll(forum.drop)
const client = await mkdtemp(join(tmpdir(), 'watek-client-'))
afterAll(() => rm(client, { recursive: true }))
const t = await createTestApp({}, createPages(developmentAssets('http://localhost:5173'), client))
await importInto(t, nodebb, { database: forum.url, baseUrl: 'https://forum.example.org' })
const said = await t.db.select().from(comment).orderBy(asc(comment.id))

test.each([
  ['/post/51', 0],
  ['/post/52', 1],
  ['/assets/uploads/files/1-x.png', 1],
])('IMP-14 the NodeBB URL %s, which could be one of this forum, leads to its imported content', async (address, at) => {
  const response = await t.request(address)
  expect([response.status, response.headers.get('location')]).toEqual([
    301,
    paths.post(said[at]!.post_id, said[at]!.id),
  ])
  expect((await t.request(paths.post(said[at]!.post_id))).status).toBe(200)
})

test('IMP-14 an unknown upload of NodeBB is not found', async () => {
  expect((await t.request('/assets/uploads/files/none.png')).status).toBe(404)
})
