import { inArray, sql, type Column, type SQL } from 'drizzle-orm'

/** Lists are padded to few lengths, since each connection plans a statement six times before it caches a plan. */
const LENGTHS = [8, 64, 256]

/** Returns `column in (…)`, whose plan PostgreSQL caches; it would plan `= any (array)` at each execution. */
export function isOneOf<Value>(column: Column, values: Value[]): SQL {
  if (values.length === 0) return inArray(column, values)
  const length = LENGTHS.find((most) => values.length <= most)
  if (length === undefined) return sql`${column} = any (${sql.param(values)}::${sql.raw(column.getSQLType())}[])`
  return inArray(
    column,
    Array.from({ length }, (_, at) => values[Math.min(at, values.length - 1)]),
  )
}
