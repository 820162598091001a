import { inArray, sql, type Column, type SQL } from 'drizzle-orm'

const MAX_LISTED = 256

/**
 * `column in (…)`, padded to a power of two, so that lists of all lengths make few statements. PostgreSQL keeps the plan of such a
 * statement, while it plans `= any (array)` at each execution, since an array of known length always looks cheaper than one of ten.
 */
export function isOneOf<Value>(column: Column, values: Value[]): SQL {
  if (values.length > MAX_LISTED) return sql`${column} = any (${sql.param(values)}::${sql.raw(column.getSQLType())}[])`
  const size = values.length === 0 ? 0 : 2 ** Math.ceil(Math.log2(values.length))
  return inArray(column, Array.from({ length: size }, (_, at) => values[Math.min(at, values.length - 1)]))
}
