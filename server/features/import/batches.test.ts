import { afterAll, expect, test } from 'bun:test'
import { batchesOf } from './batches.ts'
import type { ImportRecord } from './records.ts'
import { openDatabase } from './sources/database.ts'
import { createFormerForum } from './testing/former-forum.ts'

const MILLION = 1_000_000

const post = (id: string, length: number): ImportRecord => ({
  kind: 'post',
  id,
  thread: '1',
  author: null,
  text: { format: 'plain', text: 'x'.repeat(length) },
  created_at: null,
})

async function* listOf(records: ImportRecord[]) {
  yield* records
}

async function sizesOf(records: ImportRecord[], size: number): Promise<number[]> {
  const found: number[] = []
  for await (const batch of batchesOf(listOf(records), () => size)) found.push(batch.length)
  return found
}

test('IMP-31 an import batch ends at a row limit, 2,000,000 characters, another kind or a repeated id', async () => {
  const short = Array.from({ length: 7 }, (_, at) => post(String(at), 10))
  expect(await sizesOf(short, 3)).toEqual([3, 3, 1])
  const long = [post('1', MILLION), post('2', MILLION), post('3', 1), post('4', 3 * MILLION)]
  expect(await sizesOf(long, 500)).toEqual([2, 1, 1])
  expect(await sizesOf([post('1', 1), { kind: 'ban', id: '1', person: null, until: null, reason: '' }], 500)).toEqual([
    1, 1,
  ])
  expect(await sizesOf([post('1', 1), post('1', 1)], 500)).toEqual([1, 1])
})

const LETTERS = 3 * MILLION
const TABLE = `create table long (id integer primary key, said text);
  insert into long select n, repeat('x', case when n % 100 = 0 then ${LETTERS} else 10 end)
    from generate_series(1, 1500) n`

const forum = await createFormerForum('phpbb', TABLE)
afterAll(forum.drop)

test('IMP-31 an import reads a long text from the source only after it has processed the one before', async () => {
  const db = await openDatabase(forum.url)
  const other = await openDatabase(forum.url)
  let [rows, letters] = [0, 0]
  for await (const row of db.ranges({ select: '*', from: 'long', key: 'id', long: 'said' })) {
    rows += 1
    letters += String(row.said).length
    // So far only the rows 1 to 199 have been read, because the first query ends before the second long text.
    if (rows === 100) await other.rows('delete from long where id > 300')
  }
  await other.close()
  await db.close()
  expect([rows, letters]).toEqual([300, 3 * LETTERS + 297 * 10])
})
