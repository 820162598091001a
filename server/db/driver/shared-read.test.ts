import { expect, test } from 'bun:test'
import type { DbOrTx } from './client.ts'
import { sharedRead } from './shared-read.ts'

const db = {} as DbOrTx

function reads() {
  const started: { db: DbOrTx; values: { id: number }; end: PromiseWithResolvers<string> }[] = []
  const read = sharedRead((from, values: { id: number }) => {
    const end = Promise.withResolvers<string>()
    started.push({ db: from, values, end })
    return end.promise
  })
  return { started, read }
}

test('callers during a shared read share one follow-up read, which starts after it has ended', async () => {
  const { started, read } = reads()
  const first = read(db, { id: 1 })
  const later = [read(db, { id: 1 }), read(db, { id: 1 })]
  expect(started).toHaveLength(1)
  started[0]!.end.resolve('before')
  expect(await first).toBe('before')
  await Promise.resolve()
  expect(started).toHaveLength(2)
  const last = read(db, { id: 1 })
  started[1]!.end.resolve('after')
  expect(await Promise.all(later)).toEqual(['after', 'after'])
  await Promise.resolve()
  started[2]!.end.resolve('last')
  expect(await last).toBe('last')
  void read(db, { id: 1 })
  expect(started).toHaveLength(4)
})

test('reads with other values or of other clients are not shared', () => {
  const { started, read } = reads()
  const other = {} as DbOrTx
  for (const [from, id] of [
    [db, 1],
    [db, 2],
    [other, 1],
  ] as const)
    void read(from, { id })
  expect(started.map(({ db: from, values: { id } }) => [from === other, id])).toEqual([
    [false, 1],
    [false, 2],
    [true, 1],
  ])
})

test('a shared read that fails rejects for all its callers, and the next read is still started', async () => {
  const { started, read } = reads()
  const first = read(db, { id: 1 })
  const later = [read(db, { id: 1 }), read(db, { id: 1 })]
  started[0]!.end.reject(new Error('lost'))
  expect(await first.catch(String)).toBe('Error: lost')
  await Promise.resolve()
  started[1]!.end.reject(new Error('lost again'))
  expect(await Promise.all(later.map((each) => each.catch(String)))).toEqual(['Error: lost again', 'Error: lost again'])
  const last = read(db, { id: 1 })
  started[2]!.end.resolve('found')
  expect(await last).toBe('found')
})
