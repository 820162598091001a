import { sql, type Placeholder } from 'drizzle-orm'
import type { DbOrTx } from './client.ts'

/** The values of a query as its text has them: each a placeholder of its name. */
export type Placed<V> = { readonly [Name in keyof V]: Placeholder<Name & string, V[Name]> }

/** What of a query changes its text and not only its values. */
type Shape = Record<string, string | number | boolean>

/** A query of drizzle's that can be kept. */
type Query = PromiseLike<unknown> & { prepare(name: string): { execute(values: Record<string, unknown>): Promise<unknown> } }

type Run = (values: Record<string, unknown>) => Promise<unknown>

/** Texts that a query has at most; callers choose the numbers of some shapes. */
const SHAPES = 200

const placed = new Proxy({}, { get: (_, name) => sql.placeholder(String(name)) })

/**
 * A query whose text drizzle builds once for each shape of it, not anew for each call: `build` writes it with placeholders for its
 * values, which go to the database as they are (a Date needs `sql.param(value, column)`). A transaction is a client of its own, for
 * which the query is built when it comes.
 */
export function prepared<V extends Record<string, unknown>, Q extends Query, S extends Shape = Record<never, never>>(
  build: (db: DbOrTx, values: Placed<V>, shape: S) => Q,
): (db: DbOrTx, values: V, ...shape: Record<never, never> extends S ? [] : [S]) => Promise<Awaited<Q>> {
  const kept = new WeakMap<DbOrTx, Map<string, Run>>()
  return (db, values, ...[shape]) => {
    const runs = kept.get(db) ?? new Map<string, Run>()
    kept.set(db, runs)
    const key = JSON.stringify(shape)
    let run = runs.get(key)
    if (!run) {
      const query = build(db, placed as Placed<V>, (shape ?? {}) as S).prepare('kept')
      run = (given) => query.execute(given)
      if (runs.size >= SHAPES) runs.clear()
      runs.set(key, run)
    }
    return run(values) as Promise<Awaited<Q>>
  }
}
