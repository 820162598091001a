import { Column, getTableName, is } from 'drizzle-orm'

type Decoder = { mapFromDriverValue(value: unknown): unknown }

/** A selected column, and its path in the object to which a result row is mapped. */
export type Selected = { path: string[]; field: Column | { decoder: Decoder } | { sql: { decoder: Decoder } } }

type MappedColumn = { name: string; index: number; decoder: Decoder }
type MappedObject = { name: string; index: number; columns: MappedColumn[]; isNullable: boolean }

function decoderOf(field: Selected['field']): Decoder {
  if (is(field, Column)) return field
  return 'decoder' in field ? field.decoder : field.sql.decoder
}

function readObject(row: unknown[], columns: MappedColumn[]): Record<string, unknown> {
  const object: Record<string, unknown> = {}
  for (const { name, index, decoder } of columns) {
    const value = row[index]
    object[name] = value === null ? null : decoder.mapFromDriverValue(value)
  }
  return object
}

/** Maps rows like drizzle, but finds each column's decoder once; null if objects are nested more than one level. */
export function rowMapper(
  selected: Selected[],
  isInnerJoined: Record<string, boolean>,
): ((rows: unknown[][]) => unknown[]) | null {
  if (selected.some(({ path }) => path.length > 2)) return null
  const parts: (MappedColumn | MappedObject)[] = []
  selected.forEach(({ path: [name, inner], field }, index) => {
    const column = { name: inner ?? name!, index, decoder: decoderOf(field) }
    if (inner === undefined) return void parts.push(column)
    const last = parts.at(-1)
    if (last && 'columns' in last && last.name === name) return void last.columns.push(column)
    const tables = selected.map((one) =>
      one.path[0] === name && is(one.field, Column) ? getTableName(one.field.table) : null,
    )
    const first = tables.findIndex((table) => table !== null)
    const isNullable =
      first >= 0 && tables.every((table) => table === null || table === tables[first]) && !isInnerJoined[tables[first]!]
    parts.push({ name: name!, index: first, columns: [column], isNullable })
  })
  return (rows) =>
    rows.map((row) => {
      const object: Record<string, unknown> = {}
      for (const part of parts) {
        const value = row[part.index]
        if ('columns' in part)
          object[part.name] = part.isNullable && value === null ? null : readObject(row, part.columns)
        else object[part.name] = value === null ? null : part.decoder.mapFromDriverValue(value)
      }
      return object
    })
}
