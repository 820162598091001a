import { afterAll, expect, test } from 'bun:test'
import { asc } from 'drizzle-orm'
import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestApp } from '#server/test/app.ts'
import { category } from '../../../categories/table.ts'
import { comment } from '../../../comments/table.ts'
import { post, postRank } from '../../../posts/table.ts'
import { user } from '../../../users/table.ts'
import { loadDump } from '../../scratch/load.ts'
import { importedMessage } from '../../table.ts'
import { createFormerForum, importInto } from '../../testing/former-forum.ts'
import { phpbb } from './reader.ts'

const PASSWORD = 'zażółć2005'
const FIXTURE = await Bun.file(join(import.meta.dir, 'fixture-2.pgsql')).text()
const folder = await mkdtemp(join(tmpdir(), 'watek-phpbb2-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const LETTERS = new Map(
  Array.from({ length: 128 }, (_, at) => [new TextDecoder('iso-8859-2').decode(Uint8Array.of(at + 128)), at + 128]),
)
const latin2 = (text: string) => Buffer.from([...text].map((letter) => LETTERS.get(letter) ?? letter.charCodeAt(0)))

async function expectForum(database: string): Promise<void> {
  const t = await createTestApp()
  const report = await importInto(t, phpbb, { database })
  expect(report.agrees).toBe(true)
  expect(report.sums).toMatchObject({
    community: { in: 1, imported: 1 },
    person: { in: 4, imported: 2, refused: 2 },
    thread: { in: 2, imported: 1, refused: 1 },
    post: { in: 4, imported: 2, merged: 1, refused: 1 },
    message: { in: 2, imported: 2 },
    ban: { in: 2, imported: 1, refused: 1 },
  })
  const [home] = await t.db.select().from(category)
  expect(home).toMatchObject({ display_name: 'Ogródek & działka', description: 'O pomidorach' })
  const [thread] = await t.db.select().from(post)
  expect(thread).toMatchObject({
    title: 'Które pomidory na działkę?',
    content: 'Które **odmiany** polecacie? \\<script\\> 🙂',
    created_at: new Date(1_100_000_000_000),
  })
  const [rank] = await t.db.select().from(postRank)
  expect(rank).toMatchObject({ is_locked: true, is_pinned: true, comment_count: 2 })
  const [guest, second] = await t.db.select().from(comment).orderBy(asc(comment.id))
  expect(guest).toMatchObject({ content: '*Gość z wsi:*\n\nMalinowe.', edited_at: new Date(1_100_000_200_000) })
  expect(second!.content).toContain('> ')
  expect(second!.content).toContain('Żabka')
  expect(second!.content).toContain(`[tu](/post/${thread!.id}?comment=${guest!.id}`)
  expect(await t.db.select().from(importedMessage).orderBy(asc(importedMessage.id))).toMatchObject([
    { with_name: 'łoś', is_own: true, subject: 'Sadzonki', content: 'Mam nadmiar, wziąłbyś?' },
    { with_name: 'Żabka', is_own: false },
  ])
  expect((await t.db.select().from(user)).map((one) => one.username).toSorted()).toEqual(['Zabka', 'los'])
  const api = await t.as(null)
  expect((await api.auth.login({ username: 'Zabka', password: PASSWORD })).user.username).toBe('Zabka')
}

test('IMP-9 a phpBB 2 forum is imported with its MD5 passwords', async () => {
  const md5 = createHash('md5').update(PASSWORD).digest('hex')
  const forum = await createFormerForum('phpbb', FIXTURE.replace('@PASSWORD@', md5))
  afterAll(forum.drop)
  await expectForum(forum.url)
})

test.skipIf(!Bun.which('mariadbd', { PATH: `${process.env.PATH}:/usr/sbin` }))(
  'IMP-9 a forum of phpBB by Przemo is imported from mislabelled ISO-8859-2 columns, with SHA1 passwords',
  async () => {
    const sha1 = createHash('sha1').update(latin2(PASSWORD)).digest('hex')
    const tables = FIXTURE.replace('@PASSWORD@', sha1).replace(/(create table [^;]*);/g, '$1 DEFAULT CHARSET=latin1;')
    const file = join(folder, 'przemo.sql')
    await Bun.write(file, latin2(`-- MySQL dump 9.11\n/*!40101 SET NAMES latin1 */;\n${tables}`))
    const scratch = await loadDump(file, { dataDir: folder, print: () => {} })
    afterAll(scratch.close)
    await expectForum(scratch.url)
  },
)
