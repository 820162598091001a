import { join } from 'node:path'
import { getTableName, is } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import type { Endpoint } from '#shared/api/contract.ts'

type Snapshot = { tables: Record<string, { name: string }> }

async function callNames(): Promise<string[]> {
  const { contract } = await import('#shared/api/index.ts')
  return Object.entries(contract as Record<string, Record<string, Endpoint>>).flatMap(([group, endpoints]) =>
    Object.keys(endpoints).map((name) => `${group}.${name}`),
  )
}

async function callsWithoutExample(): Promise<string[]> {
  const { EXAMPLES } = await import('#server/features/portal/examples.ts')
  const { WITHOUT_EXAMPLE } = await import('#server/features/portal/testing/without-example.ts')
  return (await callNames())
    .filter((name) => !EXAMPLES[name] && !(name in WITHOUT_EXAMPLE))
    .map(
      (name) =>
        `${name} has no example. Run "bun run examples"; a call that needs more than ids is made by ` +
        'server/features/portal/testing/scenario.ts.',
    )
}

/** Reports tables without a migration, and references to members that are neither exported nor in `notExported`. */
async function unfinishedTables(root: string): Promise<string[]> {
  const { personalData } = await import('#server/features/personal-data.ts')
  const meta = join(root, 'drizzle/meta')
  const [snapshot] = [...new Bun.Glob('*_snapshot.json').scanSync(meta)].toSorted().toReversed()
  const { tables } = (await Bun.file(join(meta, snapshot!)).json()) as Snapshot
  const migrated = new Set(Object.values(tables).map(({ name }) => name))
  const known = new Set(
    personalData.flatMap(({ exported = {}, notExported = {} }) => [
      ...Object.values(exported).flatMap(({ owners }) =>
        owners.map((owner) => `${getTableName(owner.table)}.${owner.name}`),
      ),
      ...Object.keys(notExported),
    ]),
  )
  const found: string[] = []
  for (const file of new Bun.Glob('server/{features,db}/**/table.ts').scanSync(root)) {
    const values: unknown[] = Object.values((await import(join(root, file))) as object)
    for (const table of values.filter((value) => is(value, PgTable))) {
      const { name, foreignKeys } = getTableConfig(table)
      if (!migrated.has(name))
        found.push(`${file}: ${name} has no migration. Run "bun run db:generate --name ${name}".`)
      for (const { columns, foreignTable } of foreignKeys.map((key) => key.reference())) {
        const column = `${name}.${columns[0]!.name}`
        if (getTableName(foreignTable) === 'user' && !known.has(column))
          found.push(
            `${file}: ${column} names a member. List it in the personal-data.ts beside it, and that file in ` +
              'server/features/personal-data.ts.',
          )
      }
    }
  }
  return found
}

export async function checkFeatures(root: string): Promise<string[]> {
  return [...(await callsWithoutExample()), ...(await unfinishedTables(root))]
}
