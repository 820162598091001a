import { inArray, sql, type Column, type SQL } from 'drizzle-orm'

/**
 * Lengths to which lists are padded: only a few, since each connection plans each statement six times before it caches
 * a plan.
 */
const LENGTHS = [8, 64, 256]

/**
 * Returns `column in (…)`, padded to one of few lengths, so that PostgreSQL can cache its plan.
 *
 * PostgreSQL plans `= any (array)` at each execution: with the known array length the plan always looks cheaper than a
 * cached one, which assumes ten elements.
 */
export function isOneOf<Value>(column: Column, values: Value[]): SQL {
  if (values.length === 0) return inArray(column, values)
  const length = LENGTHS.find((most) => values.length <= most)
  if (length === undefined) return sql`${column} = any (${sql.param(values)}::${sql.raw(column.getSQLType())}[])`
  return inArray(
    column,
    Array.from({ length }, (_, at) => values[Math.min(at, values.length - 1)]),
  )
}
