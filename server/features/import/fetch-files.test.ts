import { afterAll, expect, test } from 'bun:test'
import { asc } from 'drizzle-orm'
import { keyOf } from '#server/media/storage-keys.ts'
import { makePng } from '#server/media/testing/pictures.ts'
import { createTestApp } from '#server/test/app.ts'
import { comment } from '../comments/table.ts'
import { addressOfFile, createFileFetcher } from './fetch-files.ts'
import type { ImportRecord } from './records.ts'
import { createFormerForum, importInto } from './testing/former-forum.ts'
import { phpbb } from './sources/phpbb/reader.ts'

const asked: string[] = []
const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch(request) {
    const { pathname, search } = new URL(request.url)
    asked.push(pathname + search)
    if (search === '?id=2') return Response.redirect('/forum/download/file.php?id=1', 302)
    return search === '?id=1' ? new Response(makePng(40, 30)) : new Response('gone', { status: 404 })
  },
})
afterAll(() => server.stop(true))
const baseUrl = `http://127.0.0.1:${server.port}/forum`

const file = (id: string, path = 'files/x'): Extract<ImportRecord, { kind: 'file' }> => ({
  kind: 'file',
  id,
  of: { kind: 'post', id: '101' },
  path,
  name: 'x',
})

test('IMP-22 attachments are requested only from the former forum, at most five a second', async () => {
  const fetchFile = createFileFetcher(phpbb, new URL(baseUrl))
  const startedAt = performance.now()
  const found = [await fetchFile(file('1')), await fetchFile(file('2')), await fetchFile(file('3'))]
  expect(found.map((bytes) => bytes !== null)).toEqual([true, false, false])
  expect(asked).toEqual([1, 2, 3].map((id) => `/forum/download/file.php?id=${id}`))
  // The second and the third download each waited 200 ms.
  expect(performance.now() - startedAt).toBeGreaterThan(390)
  const source = { ...phpbb, fileAddress: undefined as never }
  expect(addressOfFile(source, new URL('https://forum.example.org'), file('1', 'a.png'))).toBe(
    'https://forum.example.org/a.png',
  )
  expect(
    addressOfFile({ ...phpbb, fileAddress: () => '@evil.example/x' }, new URL('https://a.example'), file('1')),
  ).toBe(null)
})

test('IMP-22 a downloaded attachment is added to its post, and a missing attachment is refused', async () => {
  const forum = await createFormerForum('phpbb')
  afterAll(forum.drop)
  const t = await createTestApp()
  const attachments = {
    ...phpbb,
    open: async (options: Parameters<typeof phpbb.open>[0]) => {
      const reader = await phpbb.open(options)
      return {
        ...reader,
        counts: async () => ({ ...(await reader.counts()), file: 2 }),
        async *records() {
          for await (const one of reader.records()) if (one.kind !== 'message' && one.kind !== 'ban') yield one
          yield file('1')
          yield file('3')
        },
      }
    },
  }
  const { config, media } = t.services
  const store = { config, media, db: t.db, now: () => new Date() }
  const fetcher = createFileFetcher(phpbb, new URL(baseUrl))
  const report = await importInto(t, attachments, {
    database: forum.url,
    files: { folder: null, store, fetch: fetcher },
  })
  expect(report.sums.file).toMatchObject({ imported: 1, refused: 1 })
  const [first] = await t.db.select().from(comment).orderBy(asc(comment.id))
  expect(await media.exists(keyOf(first!.image_url!))).toBe(true)
})
