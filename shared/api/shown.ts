import type * as v from 'valibot'

/** Kinds of content whose changes invalidate a cached page. */
export type Shown = 'post' | 'comment' | 'category' | 'user' | 'stream'

const kinds = new WeakMap<object, Shown>()

/** Tags the schema object itself, at no cost for parsing. A schema built from its entries is not tagged. */
export function shows<Schema extends v.GenericSchema>(kind: Shown, schema: Schema): Schema {
  kinds.set(schema, kind)
  return schema
}

export const shownBy = (schema: object): Shown | undefined => kinds.get(schema)
