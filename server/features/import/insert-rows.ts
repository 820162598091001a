import { getTableColumns, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { DbOrTx } from '#server/db/driver/client.ts'

/** Replaces lone surrogates, which PostgreSQL refuses in JSON. */
const wellFormed = (_: string, value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value)

/**
 * Inserts rows with the same columns as one JSON parameter. A statement with a parameter for each value would differ
 * with the number of rows, so it could not be cached as a prepared statement.
 */
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
