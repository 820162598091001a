import type postgres from 'postgres'

/** How often a text must come before it is prepared, how many are at most, and for how long that count holds (ms). */
export const PREPARED = { runs: 20, most: 120, counted: 2_000, period: 30 * 60_000 }

/** Says whether a query of this text is to be prepared. */
export type Chooser = (text: string) => boolean

/**
 * Chooses what is asked often. What is asked seldom is not worth a plan in each connection's memory, and texts that differ
 * with what a caller sends (another OFFSET each time) must not fill it: there are at most `most` in a period, after which
 * the connections that hold them are replaced as well.
 */
export function chooseOften(now: () => number = Date.now): Chooser {
  let runs = new Map<string, number>()
  let prepared = new Set<string>()
  let since = now()
  return (text) => {
    if (now() - since > PREPARED.period) {
      runs = new Map()
      prepared = new Set()
      since = now()
    }
    if (prepared.has(text)) return true
    if (prepared.size === PREPARED.most) return false
    const count = (runs.get(text) ?? 0) + 1
    if (count >= PREPARED.runs) {
      runs.delete(text)
      prepared.add(text)
      return true
    }
    if (runs.size >= PREPARED.counted) runs.clear()
    runs.set(text, count)
    return false
  }
}

/** Makes a client prepare what the chooser says: drizzle sends every query as one that is not to be prepared. */
export function preparing<S extends postgres.Sql | postgres.TransactionSql>(sql: S, choose: Chooser): S {
  const { unsafe } = sql
  sql.unsafe = ((text: string, params: never[] = [], options = {}) =>
    unsafe(text, params, params.length > 0 ? { ...options, prepare: choose(text) } : options)) as typeof unsafe
  if ('savepoint' in sql) {
    const savepoint = sql.savepoint as (act: (inner: postgres.TransactionSql) => unknown) => Promise<unknown>
    sql.savepoint = ((act: (inner: postgres.TransactionSql) => unknown) => savepoint((inner) => act(preparing(inner, choose)))) as never
  }
  return sql
}
