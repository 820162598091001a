import { Column, getTableName, is } from 'drizzle-orm'

type Decoder = { mapFromDriverValue(value: unknown): unknown }

/** A column of a result and where it stands in the object made of a row. */
export type Selected = { path: string[]; field: Column | { decoder: Decoder } | { sql: { decoder: Decoder } } }

type Leaf = { name: string; at: number; decoder: Decoder }
type Group = { name: string; at: number; leaves: Leaf[]; isNullable: boolean }

function decoderOf(field: Selected['field']): Decoder {
  if (is(field, Column)) return field
  return 'decoder' in field ? field.decoder : field.sql.decoder
}

function read(row: unknown[], leaves: Leaf[]): Record<string, unknown> {
  const object: Record<string, unknown> = {}
  for (const { name, at, decoder } of leaves) {
    const value = row[at]
    object[name] = value === null ? null : decoder.mapFromDriverValue(value)
  }
  return object
}

/**
 * Makes the same objects as drizzle, which looks at the kind of every column for every row. `isInnerJoined` is by table; an inner object of an
 * outer-joined table is null where the first column is. Null where objects are nested deeper.
 */
export function rowMapper(
  selected: Selected[],
  isInnerJoined: Record<string, boolean>,
): ((rows: unknown[][]) => unknown[]) | null {
  if (selected.some(({ path }) => path.length > 2)) return null
  const parts: (Leaf | Group)[] = []
  selected.forEach(({ path: [name, inner], field }, at) => {
    const leaf = { name: inner ?? name!, at, decoder: decoderOf(field) }
    if (inner === undefined) return void parts.push(leaf)
    const last = parts.at(-1)
    if (last && 'leaves' in last && last.name === name) return void last.leaves.push(leaf)
    const tables = selected.map((one) =>
      one.path[0] === name && is(one.field, Column) ? getTableName(one.field.table) : null,
    )
    const first = tables.findIndex((table) => table !== null)
    const isNullable =
      first >= 0 && tables.every((table) => table === null || table === tables[first]) && !isInnerJoined[tables[first]!]
    parts.push({ name: name!, at: first, leaves: [leaf], isNullable })
  })
  return (rows) =>
    rows.map((row) => {
      const object: Record<string, unknown> = {}
      for (const part of parts) {
        const value = row[part.at]
        if ('leaves' in part) object[part.name] = part.isNullable && value === null ? null : read(row, part.leaves)
        else object[part.name] = value === null ? null : part.decoder.mapFromDriverValue(value)
      }
      return object
    })
}
