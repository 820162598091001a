import { resolve } from 'node:path'
import { is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'

const SERVER = resolve(import.meta.dir, '..')

/** All tables, collected from the files from which `bun run db:generate` makes migrations. */
export const tables: PgTable[] = []

for (const file of new Bun.Glob('{features,db}/**/table.ts').scanSync(SERVER)) {
  const values: unknown[] = Object.values((await import(resolve(SERVER, file))) as object)
  tables.push(...values.filter((value) => is(value, PgTable)))
}
