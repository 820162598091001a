import { expect, test } from 'bun:test'
import { resolve } from 'node:path'
import { getTableName } from 'drizzle-orm'
import { tables } from '#server/test/tables.ts'

const SERVER = resolve(import.meta.dir, '..')

test('every table is in a file named table.ts, or no migration would create it', async () => {
  const files = [...new Bun.Glob('**/*.ts').scanSync(SERVER)].filter(
    (file) => !/(^|\/)table\.ts$|\.test\.ts$/.test(file),
  )
  const sources = await Promise.all(files.map((file) => Bun.file(resolve(SERVER, file)).text()))
  expect(files.filter((_, at) => /\bpgTable\(/.test(sources[at]!))).toEqual([])
})

test('every table has its own name', () => {
  const names = tables.map(getTableName)
  expect(names.length).toBeGreaterThan(50)
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
})
