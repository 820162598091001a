import { expect, test } from 'bun:test'
import { is } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import * as schema from './schema.ts'

const isTable = (value: unknown): value is PgTable => is(value, PgTable)
const names = (module: object) =>
  Object.values(module)
    .filter(isTable)
    .map((table) => getTableConfig(table).name)

test('every table of a table.ts is exported by the schema, or no migration would create it', async () => {
  const files = [...new Bun.Glob('**/table.ts').scanSync(`${import.meta.dir}/..`)]
  const modules = await Promise.all(files.map((file) => import(`../${file}`) as Promise<object>))
  expect(files.length).toBeGreaterThan(15)
  expect(modules.flatMap(names).sort()).toEqual(names(schema).sort())
})
