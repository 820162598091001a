import { SQL } from 'bun'
import { ImportError } from '../map.ts'

export type Value = string | number | bigint | boolean | Date | Uint8Array | null
export type SourceRow = Record<string, Value>

/** Queries have no parameters, so callers may put only numbers and escaped values into their text. */
export type SourceDatabase = {
  isMysql: boolean
  rows: (query: string) => Promise<SourceRow[]>
  tables: () => Promise<Set<string>>
  columns: (table: string) => Promise<Set<string>>
  count: (table: string, where?: string) => Promise<number>
  /** Reads rows in pages by id, so that only one page is in memory. */
  ranges: (query: RangeQuery) => AsyncGenerator<SourceRow>
  close: () => Promise<void>
}

/**
 * `from` is the FROM clause with its joins, `key` the numeric column by which rows are read in pages, `long` a column
 * with long texts.
 */
type RangeQuery = { select: string; from: string; key: string; where?: string; long?: string }

const RANGE = 1_000
/** The maximum size of the long column in one query; a longer text is read by a query of its own. */
const RANGE_BYTES = 4_000_000

export const string = (value: Value | undefined): string =>
  value === null || value === undefined
    ? ''
    : value instanceof Uint8Array
      ? new TextDecoder().decode(value)
      : value instanceof Date
        ? value.toISOString()
        : String(value)

export const number = (value: Value | undefined): number => Number(value ?? 0)

export const flag = (value: Value | undefined): boolean => value === true || number(value) > 0

/** `value` is in seconds; zero and null become null. */
export const unixTime = (value: Value | undefined): Date | null =>
  number(value) > 0 ? new Date(number(value) * 1_000) : null

export const idOf = (value: Value | undefined): string | null => {
  const id = string(value)
  return id === '' || id === '0' || id === '-1' ? null : id
}

/** Returns the sizes of groups whose long texts are at most RANGE_BYTES. */
function partsOf(sizes: SourceRow[]): number[] {
  const parts: number[] = []
  let bytes = Number.POSITIVE_INFINITY
  for (const { range_bytes } of sizes) {
    bytes += number(range_bytes)
    if (bytes > RANGE_BYTES) {
      parts.push(0)
      bytes = number(range_bytes)
    }
    parts[parts.length - 1]! += 1
  }
  return parts
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`

export async function openDatabase(url: string | null): Promise<SourceDatabase> {
  if (url === null) throw new ImportError('Say which database: --database URL')
  if (!/^(mysql|mariadb|postgres|postgresql):\/\//.test(url))
    throw new ImportError('--database begins with mysql:// or postgres://')
  const isMysql = /^(mysql|mariadb):/.test(url)
  const sql = new SQL(url.replace(/^mariadb:/, 'mysql:'), { max: 1, bigint: true })
  const rows = async (query: string): Promise<SourceRow[]> => [...((await sql.unsafe(query)) as SourceRow[])]
  const schema = isMysql ? 'database()' : "'public'"
  try {
    await rows('select 1')
  } catch (error) {
    throw new ImportError(`The former forum's database does not answer: ${(error as Error).message}`)
  }
  return {
    isMysql,
    rows,
    async tables() {
      const found = await rows(
        `select table_name as name from information_schema.tables where table_schema = ${schema}`,
      )
      return new Set(found.map((row) => string(row.name ?? row.NAME)))
    },
    async columns(table) {
      const found = await rows(
        `select column_name as name from information_schema.columns where table_schema = ${schema} ` +
          `and table_name = ${quoted(table)}`,
      )
      return new Set(found.map((row) => string(row.name ?? row.NAME)))
    },
    async count(table, where = '1 = 1') {
      return number((await rows(`select count(*) as n from ${table} where ${where}`))[0]?.n)
    },
    async *ranges({ select, from, key, where = '1 = 1', long }) {
      let after: string | null = null
      const read = (columns: string, limit: number) => {
        const above = after === null ? '1 = 1' : `${key} > ${after}`
        return rows(
          `select ${columns}, ${key} as range_key from ${from} where (${where}) and ${above} ` +
            `order by ${key} limit ${limit}`,
        )
      }
      for (;;) {
        const sizes = long === undefined ? null : await read(`octet_length(${long}) as range_bytes`, RANGE)
        const parts = sizes === null ? [RANGE] : partsOf(sizes)
        for (const part of parts) {
          const found = await read(select, part)
          yield* found
          if (sizes === null && found.length < part) return
          // The rows may have been deleted after their sizes were read.
          if (found.length === 0) break
          after = string(found.at(-1)!.range_key)
          if (!/^-?\d+$/.test(after)) throw new ImportError(`${key} has no number: ${after}`)
        }
        if (sizes !== null && sizes.length < RANGE) return
      }
    },
    close: () => sql.close(),
  }
}

/** Finds the prefix of the table names; `known` are names of tables that this forum software always has. */
export async function findPrefix(db: SourceDatabase, given: string | null, known: string[]): Promise<string> {
  const tables = await db.tables()
  const fits = (prefix: string) => known.every((name) => tables.has(prefix + name))
  if (given !== null && fits(given)) return given
  const found = [...tables].filter((name) => name.endsWith(known[0]!)).map((name) => name.slice(0, -known[0]!.length))
  const prefix = given === null ? found.find(fits) : undefined
  if (prefix === undefined)
    throw new ImportError(
      `There are no tables ${known.map((name) => `${given ?? '*'}${name}`).join(', ')} in this database.`,
    )
  return prefix
}
