import 'fake-indexeddb/auto'
import { beforeEach, describe, expect, test } from 'bun:test'
import { isReadable, storePage } from './pages.ts'
import {
  claimStore,
  emptyStore,
  findFile,
  forgetOldStore,
  listPages,
  ownerOfStore,
  storeFile,
  usedBytes,
} from './store.ts'

const DAY = 86_400_000
const NOW = Date.parse('2026-03-01T12:00:00Z')

const html = (viewer: unknown, text = 'Treść') =>
  `<html lang="pl"><head><title>Post o ogrodzie</title></head><body>${text}` +
  `<script id="bootstrap" type="application/json">${JSON.stringify({ lang: 'pl', viewer })}</script></body></html>`
const pageOf = (viewer: unknown, text?: string) =>
  new Response(html(viewer, text), { headers: { 'content-type': 'text/html; charset=utf-8' } })
const anna = { id: 1, suspension: null }
const marek = { id: 2, suspension: null }

beforeEach(emptyStore)

/** Returns every byte that the database contains, as text. */
async function stored(): Promise<string> {
  const open = indexedDB.open('offline')
  const db = await new Promise<IDBDatabase>((resolve) => (open.onsuccess = () => resolve(open.result)))
  const all = db.transaction('entries').objectStore('entries').getAll()
  const rows = await new Promise<{ head: { data: ArrayBuffer }; body: { data: ArrayBuffer } }[]>(
    (resolve) => (all.onsuccess = () => resolve(all.result)),
  )
  db.close()
  return rows
    .map((row) => Buffer.from(row.head.data).toString('latin1') + Buffer.from(row.body.data).toString('latin1'))
    .concat(JSON.stringify(rows))
    .join('')
}

describe('OFF-2 the offline store', () => {
  test('OFF-2 a stored page can be read with its time, and the database contains no plain text', async () => {
    await storePage('/post/7', pageOf(anna, 'Tajny ogród'), NOW)
    const page = (await findFile('/post/7'))!
    expect([new TextDecoder().decode(page.body), page.at]).toEqual([html(anna, 'Tajny ogród'), NOW])
    expect(await listPages()).toEqual([{ url: '/post/7', title: 'Post o ogrodzie', at: NOW }])
    const bytes = await stored()
    expect(bytes.length).toBeGreaterThan(100)
    for (const word of ['Tajny', 'ogrodzie', '/post/7']) expect(bytes).not.toContain(word)
  })

  test('OFF-2 storing a page of another account empties the store first', async () => {
    await storePage('/post/7', pageOf(anna), NOW)
    await storePage('/post/8', pageOf(marek), NOW)
    expect([await ownerOfStore(), (await listPages()).map(({ url }) => url)]).toEqual(['2', ['/post/8']])
    expect(await findFile('/post/7')).toBeNull()
  })

  test('OFF-2 storing a page for a visitor deletes the pages of the member who signed out', async () => {
    await storePage('/messages', pageOf(anna), NOW)
    await storePage('/', pageOf(null), NOW)
    expect((await listPages()).map(({ url }) => url)).toEqual(['/'])
  })

  test('OFF-2 a page for a suspended member is not stored and empties the store', async () => {
    await storePage('/post/7', pageOf(anna), NOW)
    await storePage('/post/8', pageOf({ id: 1, suspension: { until: null, decision_id: 3 } }), NOW)
    expect([await ownerOfStore(), await listPages()]).toEqual([null, []])
  })

  test('OFF-2 the store is emptied after 30 days without contact, not before', async () => {
    await storePage('/post/7', pageOf(anna), NOW)
    expect(await forgetOldStore(NOW + 30 * DAY - 1)).toBe(false)
    expect(await listPages()).toHaveLength(1)
    expect(await forgetOldStore(NOW + 30 * DAY)).toBe(true)
    expect(await listPages()).toEqual([])
  })

  test('OFF-2 a file that arrives after signing out is not stored', async () => {
    await claimStore('1', NOW)
    await emptyStore()
    const file = { url: '/media/i/a', title: '', headers: {}, at: NOW, body: new Uint8Array(3) }
    expect(await storeFile('1', 'picture', file)).toBe(false)
  })
})

describe('OFF-3 size of the offline store', () => {
  test('OFF-3 the oldest files are deleted when the store exceeds its budget', async () => {
    await claimStore('1', NOW)
    for (let n = 0; n < 5; n++) {
      const body = crypto.getRandomValues(new Uint8Array(1_000))
      await storeFile('1', 'picture', { url: `/${n}`, title: '', headers: {}, at: NOW + n, body }, 3_000)
    }
    expect(await usedBytes()).toBe(3_000)
    const found = await Promise.all([0, 1, 2, 3, 4].map(async (n) => (await findFile(`/${n}`)) !== null))
    expect(found).toEqual([false, false, true, true, true])
  })
})

describe('OFF-1 pages to store', () => {
  test.each(['/admin', '/admin/login', '/api/posts', '/media/e/abc', '/login', '/reset-password', '/settings/data'])(
    'OFF-1 the page %s is never stored for reading offline',
    (path) => expect(isReadable(path)).toBe(false),
  )

  test.each(['/', '/post/5', '/r/ogrod', '/u/anna', '/messages', '/offline'])(
    'OFF-1 the page %s is stored for reading offline',
    (path) => expect(isReadable(path)).toBe(true),
  )

  test('OFF-1 a failed response, or one that is no HTML, is not stored', async () => {
    await storePage('/post/7', new Response(html(anna), { status: 500, headers: { 'content-type': 'text/html' } }), NOW)
    await storePage('/post/7', Response.json({}), NOW)
    expect(await listPages()).toEqual([])
  })
})
