import { afterAll, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestApp } from '#server/test/app.ts'
import { comment } from '../../comments/table.ts'
import { post } from '../../posts/table.ts'
import { importInto } from '../testing/former-forum.ts'
import { loadSource, loadSourceOf, SOURCES, sourcesIn } from './index.ts'

const folder = await mkdtemp(join(tmpdir(), 'watek-source-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const sourcesTest = await Bun.file(join(import.meta.dir, 'sources.test.ts')).text()
const guide = await Bun.file(join(import.meta.dir, '../../../../docs/import.md')).text()
const shown = /```ts\n(.*?)```/s.exec(guide)![1]!

test('IMP-16 the example reader in docs/import.md becomes a source as soon as its folder exists', async () => {
  await Bun.write(join(folder, 'guestbook', 'reader.ts'), shown)
  await Bun.write(join(folder, 'notes', 'notes.txt'), 'no reader')
  await Bun.write(
    join(folder, 'guestbook.json'),
    JSON.stringify([
      { id: 1, name: 'Jan', text: 'Miło tu.', at: 1_200_000_000 },
      { id: 2, name: 'Ola', text: 'Prawda.', at: 1_200_000_100 },
    ]),
  )
  expect(sourcesIn(folder)).toEqual(['guestbook'])
  expect(await loadSourceOf(folder, 'notes')).toBe(null)
  const source = (await loadSourceOf(folder, 'guestbook'))!
  const t = await createTestApp()
  const report = await importInto(t, source, { file: join(folder, 'guestbook.json') })
  expect(report.agrees).toBe(true)
  expect(await t.db.select().from(post)).toMatchObject([{ title: 'Księga gości' }])
  expect((await t.db.select().from(comment)).map((one) => one.content)).toEqual([
    '*Jan:*\n\nMiło tu.',
    '*Ola:*\n\nPrawda.',
  ])
  expect(source.addressOf('/guestbook', new URLSearchParams(), '')).toEqual({ kind: 'thread', id: '1' })
})

test.each(SOURCES)('IMP-16 the import source %s has a folder with a reader, and a test', async (name) => {
  expect((await loadSource(name))!.name).toBe(name)
  const own = sourcesTest.includes(`name: '${name}'`) && existsSync(join(import.meta.dir, name, 'fixture.pgsql'))
  const files = await Array.fromAsync(new Bun.Glob('*.test.ts').scan(join(import.meta.dir, name)))
  expect(own || files.length > 0).toBe(true)
})
