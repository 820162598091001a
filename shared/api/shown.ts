import type * as v from 'valibot'

/** Kinds of content whose changes invalidate a cached page. */
export type Shown = 'post' | 'comment' | 'category' | 'user' | 'stream'

const kinds = new WeakMap<object, Shown>()

/**
 * Tags a schema with the kind of content that its data show. The tag does not slow down parsing, because it is stored
 * outside of the schema. It belongs to this schema object only: a schema built from its entries has no tag.
 */
export function shows<Schema extends v.GenericSchema>(kind: Shown, schema: Schema): Schema {
  kinds.set(schema, kind)
  return schema
}

export const shownBy = (schema: object): Shown | undefined => kinds.get(schema)
