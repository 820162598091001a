import { eq, getTableColumns, sql, type Column } from 'drizzle-orm'
import { getTableConfig } from 'drizzle-orm/pg-core'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { user } from '#server/features/users/table.ts'
import { tables } from './tables.ts'

const VALUES: Record<string, unknown> = { string: 'x', number: 1, boolean: false, json: {}, array: [] }

const valueOf = ({ dataType, enumValues }: Column) => enumValues?.[0] ?? VALUES[dataType] ?? new Date()

/**
 * Inserts a row into each table of `columns` ('table.column', columns that refer to members) that lacks a row about the
 * member. If a table has further conditions on its rows, the test must insert the row beforehand.
 */
export async function insertRowsAbout(db: DbOrTx, { id }: { id: number }, columns: string[]): Promise<void> {
  for (const table of tables) {
    const { name, foreignKeys } = getTableConfig(table)
    const referred = new Map(
      foreignKeys.map((key) => {
        const { columns: own, foreignColumns } = key.reference()
        return [own[0]!.name, foreignColumns[0]!]
      }),
    )
    const ofMember = (column: Column) => referred.get(column.name)?.table === user
    const all = Object.entries(getTableColumns(table))
    const wanted = all.filter(([, column]) => ofMember(column) && columns.includes(`${name}.${column.name}`))
    const counts = await Promise.all(wanted.map(([, column]) => db.$count(table, eq(column, id))))
    if (!counts.includes(0)) continue
    const row: Record<string, unknown> = {}
    for (const [key, column] of all) {
      const target = referred.get(column.name)
      if (ofMember(column)) row[key] = id
      else if (!column.notNull || column.hasDefault || column.generatedIdentity) continue
      else if (target)
        [row[key]] = (
          await db.execute<{ id: unknown }>(sql`select ${target} as id from ${target.table}
        limit 1`)
        ).map((found) => found.id)
      else row[key] = valueOf(column)
    }
    await db.insert(table).values(row)
  }
}
