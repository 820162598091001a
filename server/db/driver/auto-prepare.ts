import type postgres from 'postgres'

/** A text is prepared at its 20th run. Counts start again after a period. */
export const PREPARED = { runs: 20, maxPrepared: 120, maxCounted: 2_000, periodMs: 30 * 60_000 }

export type Chooser = (text: string) => boolean

/**
 * Chooses frequent queries. Each prepared statement takes memory in each connection, so texts that vary with the input of callers (an
 * OFFSET) must not fill it: their number is limited in a period, after which connections are replaced as well.
 */
export function chooseOften(now: () => number = Date.now): Chooser {
  let runs = new Map<string, number>()
  let prepared = new Set<string>()
  let since = now()
  return (text) => {
    if (now() - since > PREPARED.periodMs) {
      runs = new Map()
      prepared = new Set()
      since = now()
    }
    if (prepared.has(text)) return true
    if (prepared.size === PREPARED.maxPrepared) return false
    const count = (runs.get(text) ?? 0) + 1
    if (count >= PREPARED.runs) {
      runs.delete(text)
      prepared.add(text)
      return true
    }
    if (runs.size >= PREPARED.maxCounted) runs.clear()
    runs.set(text, count)
    return false
  }
}

export function preparing<S extends postgres.Sql | postgres.TransactionSql>(sql: S, choose: Chooser): S {
  const { unsafe } = sql
  sql.unsafe = ((text: string, params: never[] = [], options = {}) =>
    unsafe(text, params, params.length > 0 ? { ...options, prepare: choose(text) } : options)) as typeof unsafe
  if ('savepoint' in sql) {
    const savepoint = sql.savepoint as (action: (inner: postgres.TransactionSql) => unknown) => Promise<unknown>
    sql.savepoint = ((action: (inner: postgres.TransactionSql) => unknown) =>
      savepoint((inner) => action(preparing(inner, choose)))) as never
  }
  return sql
}
