import type * as v from 'valibot'

/** Kinds of content; a change to one of them empties the cached pages that show it. */
export type Shown = 'post' | 'comment' | 'category' | 'user' | 'stream'

const kinds = new WeakMap<object, Shown>()

/** Tags a schema with the kind of content it shows; a schema built from its entries has no tag. */
export function shows<Schema extends v.GenericSchema>(kind: Shown, schema: Schema): Schema {
  kinds.set(schema, kind)
  return schema
}

export const shownBy = (schema: object): Shown | undefined => kinds.get(schema)
