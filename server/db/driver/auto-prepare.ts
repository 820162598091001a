import type postgres from 'postgres'

/** An SQL text is prepared at its 20th run, and all counts of runs are reset after `periodMs`. */
export const PREPARE_LIMITS = { runs: 20, maxPrepared: 120, maxCounted: 2_000, periodMs: 30 * 60_000 }

export type ShouldPrepare = (text: string) => boolean

/** Each prepared SQL text takes memory in each connection, so at most `maxPrepared` are prepared per period. */
export function prepareFrequent(now: () => number = Date.now): ShouldPrepare {
  let runs = new Map<string, number>()
  let prepared = new Set<string>()
  let since = now()
  return (text) => {
    if (now() - since > PREPARE_LIMITS.periodMs) {
      runs = new Map()
      prepared = new Set()
      since = now()
    }
    if (prepared.has(text)) return true
    if (prepared.size === PREPARE_LIMITS.maxPrepared) return false
    const count = (runs.get(text) ?? 0) + 1
    if (count >= PREPARE_LIMITS.runs) {
      runs.delete(text)
      prepared.add(text)
      return true
    }
    if (runs.size >= PREPARE_LIMITS.maxCounted) runs.clear()
    runs.set(text, count)
    return false
  }
}

export function withAutoPrepare<S extends postgres.Sql | postgres.TransactionSql>(
  sql: S,
  shouldPrepare: ShouldPrepare,
): S {
  const { unsafe } = sql
  sql.unsafe = ((text: string, params: never[] = [], options = {}) =>
    unsafe(text, params, params.length > 0 ? { ...options, prepare: shouldPrepare(text) } : options)) as typeof unsafe
  if ('savepoint' in sql) {
    const savepoint = sql.savepoint as (action: (inner: postgres.TransactionSql) => unknown) => Promise<unknown>
    sql.savepoint = ((action: (inner: postgres.TransactionSql) => unknown) =>
      savepoint((inner) => action(withAutoPrepare(inner, shouldPrepare)))) as never
  }
  return sql
}
