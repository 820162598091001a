import { getTableColumns, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { DbOrTx } from '#server/db/driver/client.ts'

/** Replaces lone surrogates, which PostgreSQL refuses in JSON. */
const wellFormed = (_: string, value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value)

/** Inserts rows as one JSON parameter, so that the statement is the same for any number of rows and stays prepared. */
export async function insertRows<Table extends PgTable>(
  tx: DbOrTx,
  table: Table,
  rows: Table['$inferInsert'][],
  otherwise = sql``,
): Promise<void> {
  const [first] = rows
  if (first === undefined) return
  const all = getTableColumns(table)
  const names = Object.entries(first).flatMap(([key, value]) => (value === undefined ? [] : [all[key]!.name]))
  const columns = sql.join(
    names.map((name) => sql.identifier(name)),
    sql`, `,
  )
  await tx.execute(sql`
    insert into ${table} (${columns})
    select ${columns} from json_populate_recordset(null::${table}, ${JSON.stringify(rows, wellFormed)}::json)
    ${otherwise}`)
}
