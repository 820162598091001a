import { sql, type Placeholder } from 'drizzle-orm'
import type { DbOrTx } from './client.ts'
import { rowMapper, type Selected } from './row-mapper.ts'

export type Placeholders<V> = { readonly [Name in keyof V]: Placeholder<Name & string, V[Name]> }

type Variant = Record<string, string | number | boolean>

type Query = PromiseLike<unknown> & { prepare(name: string): Prepared }

type Prepared = { execute(values: Record<string, unknown>): Promise<unknown> }

/** Private fields of drizzle's prepared queries. */
type Internals = {
  fields?: Selected[]
  joinsNotNullableMap?: Record<string, boolean>
  customResultMapper?: (rows: unknown[][]) => unknown
}

type Run = (values: Record<string, unknown>) => Promise<unknown>

const MAX_VARIANTS = 200

const placeholders = new Proxy({}, { get: (_, name) => sql.placeholder(String(name)) })

/** Lets Drizzle build the SQL once per client and `variant`. Values are sent unencoded, so a Date needs `sql.param`. */
export function builtQuery<
  V extends Record<string, unknown>,
  Q extends Query,
  S extends Variant = Record<never, never>,
>(
  build: (db: DbOrTx, values: Placeholders<V>, variant: S) => Q,
): (db: DbOrTx, values: V, ...variant: Record<never, never> extends S ? [] : [S]) => Promise<Awaited<Q>> {
  const preparedByClient = new WeakMap<DbOrTx, Map<string, Run>>()
  return (db, values, ...[variant]) => {
    const runs = preparedByClient.get(db) ?? new Map<string, Run>()
    preparedByClient.set(db, runs)
    const key = JSON.stringify(variant)
    let run = runs.get(key)
    if (!run) {
      const query = build(db, placeholders as Placeholders<V>, (variant ?? {}) as S).prepare('kept')
      const { fields, joinsNotNullableMap = {} } = query as Internals
      const map = fields && rowMapper(fields, joinsNotNullableMap)
      if (map) Object.assign(query, { customResultMapper: map } satisfies Internals)
      run = (placeholderValues) => query.execute(placeholderValues)
      if (runs.size >= MAX_VARIANTS) runs.clear()
      runs.set(key, run)
    }
    return run(values) as Promise<Awaited<Q>>
  }
}
