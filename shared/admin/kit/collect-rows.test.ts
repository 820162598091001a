import { expect, test } from 'bun:test'
import { LIMITS } from '#shared/limits.ts'
import { collectRows } from './collect-rows.ts'

const rowsOf = (count: number, first = 1) => Array.from({ length: count }, (_, at) => ({ id: first + at }))
function serve(all: { id: number }[]) {
  const asked: number[] = []
  const ask = async ({ skip, limit }: { skip: number; limit: number }) => {
    asked.push(skip)
    return { rows: all.slice(skip, skip + limit), total: all.length }
  }
  return { asked, ask }
}
const never = () => false
const nothing = () => {}

test('a list is read page by page to its end, with progress reported after each', async () => {
  const { ask, asked } = serve(rowsOf(250))
  const progress: string[] = []
  const read = await collectRows({ ask, isStopped: never, onProgress: (n, all) => void progress.push(`${n}/${all}`) })
  expect(read).toEqual({ rows: rowsOf(250), total: 250 })
  expect(asked).toEqual([0, 100, 200])
  expect(progress).toEqual(['100/250', '200/250', '250/250'])
})

test('no further page is requested after an empty page or a full last page', async () => {
  const [empty, full] = [serve([]), serve(rowsOf(200))]
  expect(await collectRows({ ask: empty.ask, isStopped: never, onProgress: nothing })).toEqual({ rows: [], total: 0 })
  await collectRows({ ask: full.ask, isStopped: never, onProgress: nothing })
  expect([empty.asked, full.asked]).toEqual([[0], [0, 100]])
})

test('a long list is collected up to the maximum of rows, and its total counts all rows', async () => {
  const read = await collectRows({
    ask: serve(rowsOf(LIMITS.exportRows + 1)).ask,
    isStopped: never,
    onProgress: nothing,
  })
  expect([read!.rows.length, read!.total]).toEqual([LIMITS.exportRows, LIMITS.exportRows + 1])
})

test('a row that new rows push to the next page while a list is collected is collected once', async () => {
  const pages = [
    { rows: rowsOf(100), total: 150 },
    { rows: rowsOf(52, 99), total: 152 },
  ]
  const read = await collectRows({ ask: async ({ skip }) => pages[skip / 100]!, isStopped: never, onProgress: nothing })
  expect(read!.rows).toEqual(rowsOf(150))
})

test('an aborted read requests no further page and returns nothing', async () => {
  const { ask, asked } = serve(rowsOf(300))
  expect(await collectRows({ ask, isStopped: () => asked.length === 2, onProgress: nothing })).toBeNull()
  expect(asked).toEqual([0, 100])
})
