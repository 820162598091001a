import { afterAll, expect, test } from 'bun:test'
import { asc, eq } from 'drizzle-orm'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeBackup } from '#server/db/backup/write.ts'
import { createFolderStorage } from '#server/media/folder-storage.ts'
import { keyOf } from '#server/media/storage-keys.ts'
import { makePng } from '#server/media/testing/pictures.ts'
import { createTestApp } from '#server/test/app.ts'
import { createTestDatabase } from '#server/test/database.ts'
import {
  createCategory,
  createComment,
  createMessage,
  createPost,
  createUser,
  createVote,
} from '#server/test/factories.ts'
import { category } from '../../../categories/table.ts'
import { comment } from '../../../comments/table.ts'
import { post, postRank } from '../../../posts/table.ts'
import { user } from '../../../users/table.ts'
import { performImport } from '../../perform.ts'
import { findRedirect } from '../../redirects.ts'
import { importedMessage } from '../../table.ts'

const folder = await mkdtemp(join(tmpdir(), 'watek-import-test-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const AT = new Date('2026-01-02T03:04:05Z')
const PICTURE = `/media/i/${'ab'.repeat(20)}-40x30.webp`

async function writeFormer(): Promise<string> {
  const former = await createTestDatabase()
  const media = createFolderStorage(join(folder, 'former-media'))
  await media.put(keyOf(PICTURE), makePng(40, 30))
  const anna = await createUser(former.db, { username: 'Anna', password: 'Haslo-2025-x', avatar_url: PICTURE })
  const bartek = await createUser(former.db, { username: 'Bartek', language: 'en' })
  const gone = await createUser(former.db, { username: 'Dawny', email: null, deleted_at: AT })
  const bread = await createCategory(former.db, { name: 'chleb', display_name: 'Chleb i bułki' })
  const thread = await createPost(former.db, {
    author: anna,
    category: bread,
    title: 'Jaki zakwas?',
    content: 'Żytni czy **pszenny**?',
    created_at: AT,
    images: null,
    image_url: PICTURE,
  })
  const first = await createComment(former.db, { author: bartek, post: thread, content: 'Żytni.' })
  await createComment(former.db, {
    author: anna,
    post: thread,
    parent: first,
    content: `Zgoda, [jak tu](https://dawne.example.org/post/${thread.id}?comment=${first.id}).`,
  })
  await createComment(former.db, { author: gone, post: thread, deleted_at: AT })
  await createVote(former.db, { user: bartek, post: thread })
  await createVote(former.db, { user: gone, post: thread })
  await createVote(former.db, { user: anna, comment: first, value: -1 })
  await createMessage(former.db, anna, bartek, { content: 'Cześć' })
  const file = join(folder, 'former.tar.zst')
  await writeBackup({ url: former.url, media, file, print: () => {} })
  await former.drop()
  return file
}

test('IMP-8 a backup of another Wątek forum is imported with users, texts, votes, pictures and URLs', async () => {
  const dump = await writeFormer()
  const t = await createTestApp()
  const printed: string[] = []
  const report = await performImport({
    config: { ...t.services.config, databaseUrl: t.url, databaseDirectUrl: t.url },
    source: 'watek',
    database: null,
    dump,
    prefix: null,
    communities: [],
    files: null,
    isFetching: false,
    baseUrl: 'https://dawne.example.org',
    map: await Bun.write(join(folder, 'map.yaml'), 'communities: {}').then(() => join(folder, 'map.yaml')),
    proposal: join(folder, 'proposal.yaml'),
    legalBasis: 'Zgoda członków.',
    isDryRun: false,
    mails: false,
    report: join(folder, 'report'),
    print: (line) => printed.push(line),
  })
  expect(report!.agrees).toBe(true)
  expect(report!.sums).toMatchObject({
    community: { imported: 1, refused: 0 },
    person: { imported: 3, refused: 1 },
    thread: { imported: 1 },
    post: { imported: 2, refused: 1 },
    vote: { in: 3, imported: 2, refused: 1 },
    file: { in: 2, imported: 2 },
    message: { imported: 2 },
    redirect: { imported: 4, refused: 1 },
  })
  const [home] = await t.db.select().from(category)
  expect(home).toMatchObject({ name: 'chleb', display_name: 'Chleb i bułki', post_count: 1 })
  const [thread] = await t.db.select().from(post)
  expect(thread!.id).toBeGreaterThan(1_000_000)
  expect(thread).toMatchObject({ title: 'Jaki zakwas?', content: 'Żytni czy **pszenny**?', created_at: AT })
  expect(await t.services.media.exists(keyOf(thread!.image_url!))).toBe(true)
  const [rank] = await t.db.select().from(postRank)
  expect(rank).toMatchObject({ upvotes: 2, downvotes: 0, comment_count: 2 })
  const [first, answer] = await t.db.select().from(comment).orderBy(asc(comment.id))
  expect(first).toMatchObject({ content: 'Żytni.', downvotes: 1, reply_count: 1 })
  expect(answer!.parent_id).toBe(first!.id)
  expect(answer!.content).toContain(`[jak tu](/post/${thread!.id}?comment=${first!.id}`)
  const [anna] = await t.db.select().from(user).where(eq(user.username, 'Anna'))
  expect(anna).toMatchObject({ is_unclaimed: true, karma: 2, avatar_url: expect.any(String) })
  expect(await t.db.$count(importedMessage)).toBe(2)
  expect((await (await t.as(null)).auth.login({ username: 'Anna', password: 'Haslo-2025-x' })).user.id).toBe(anna!.id)
  const leads = async (path: string) => findRedirect(t.db, new URL(path, 'https://dawne.example.org'), new Date())
  expect(await leads('/u/Anna')).toBe('/u/Anna')
  expect(await leads('/u/anna/')).toBe('/u/Anna')
  expect(await leads('/r/chleb')).toBe('/r/chleb')
  expect(await leads('/r/chleb/feed.xml')).toBe('/r/chleb/feed.xml')
  expect(await leads('/post/1')).toBe(`/post/${thread!.id}`)
  expect(await leads(`/post/1?comment=1`)).toBe(`/post/${thread!.id}?comment=${first!.id}#comment-${first!.id}`)
})
