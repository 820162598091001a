import { SQL } from 'bun'
import { zstdCompressSync } from 'node:zlib'
import { visibleText } from '#server/features/import/testing/visible-text.ts'
import type { Crawled, Site } from './crawl.ts'

const LEVEL = 19
const compressed = (lines: unknown[]) =>
  zstdCompressSync(Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join('')), { params: { 100: LEVEL } })

type Kind = 'bigint' | 'float' | 'text' | 'boolean' | 'timestamptz' | 'timestamp' | 'jsonb'

function kindOf(type: string): Kind | null {
  if (type === 'timestamp with time zone') return 'timestamptz'
  if (type === 'timestamp without time zone') return 'timestamp'
  if (type === 'boolean') return 'boolean'
  if (type === 'jsonb') return 'jsonb'
  if (/int|serial/.test(type)) return 'bigint'
  if (/float|double|decimal|numeric/.test(type)) return 'float'
  return /char|text|enum|USER-DEFINED/.test(type) ? 'text' : null
}

/** Timestamps may be outside the range of a JavaScript Date, so they are selected as text, like types of extensions. */
const selected = ({ name, kind }: { name: string; kind: Kind }, isMysql: boolean) =>
  isMysql || kind === 'bigint' || kind === 'float' || kind === 'boolean' || kind === 'jsonb'
    ? isMysql
      ? name
      : `"${name}"`
    : `"${name}"::text as "${name}"`

const plain = (value: unknown) => (typeof value === 'bigint' ? Number(value) : value)

function fieldsOf(value: unknown, without: string[]): unknown {
  const fields = (typeof value === 'string' ? JSON.parse(value) : value) as Record<string, unknown>
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !without.includes(name)))
}

/** Writes the rows that an importer needs, without IP addresses and binary data. */
export async function writeRows(
  database: string,
  tables: string[],
  file: string,
  { kept: where = {}, without = [], unread = [] }: Pick<Site, 'kept' | 'without' | 'unread'> = {},
): Promise<void> {
  const sql = new SQL(database, { max: 1, bigint: true })
  const isMysql = database.startsWith('mysql')
  const schema = isMysql ? 'database()' : "'public'"
  const lines: unknown[] = []
  for (const table of tables) {
    const columns = (await sql.unsafe(
      `select column_name as name, data_type as type from information_schema.columns where table_schema = ${schema} ` +
        `and table_name = '${table}' order by ordinal_position`,
    )) as { name: string; type: string }[]
    const kept = columns.flatMap(({ name, type }) => {
      const kind = kindOf(String(type))
      return kind === null || unread.includes(name) ? [] : [{ name, kind }]
    })
    lines.push({ table, columns: Object.fromEntries(kept.map(({ name, kind }) => [name, kind])) })
    const rows = (await sql.unsafe(
      `select ${kept.map((column) => selected(column, isMysql)).join(', ')} from ${table} ` +
        `where ${where[table] ?? 'true'} order by 1, 2`,
    )) as Record<string, unknown>[]
    for (const row of rows)
      lines.push(kept.map(({ name, kind }) => (kind === 'jsonb' ? fieldsOf(row[name], without) : plain(row[name]))))
  }
  await sql.close()
  await Bun.write(file, compressed(lines))
}

/** Of URLs that differ only in numbers and titles, keeps the first hundred and then every `every`-th one. */
export async function writePages(
  { addresses, texts, threads = new Map() }: Crawled,
  every: number,
  file: string,
): Promise<void> {
  const seen = new Map<string, number>()
  const kept = [...addresses].filter(([address, { kind }]) => {
    const form = `${kind} ${address.replace(/\d+/g, '0').replace(/[a-z0]+(?:-[a-z0]+)+/g, 'slug')}`
    const nth = (seen.get(form) ?? 0) + 1
    seen.set(form, nth)
    return nth <= 100 || nth % every === 0
  })
  await Bun.write(
    file,
    compressed([
      ...kept.map(([address, { kind, id }]) => ({ address, kind, id })),
      ...[...threads].map(([thread, html]) => ({ thread, text: visibleText(html) })),
      ...[...texts].map(([post, html]) => ({ post, text: visibleText(html) })),
    ]),
  )
}
