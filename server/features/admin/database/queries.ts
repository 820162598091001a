import { sql, type SQL } from 'drizzle-orm'
import { LIMITS } from '#shared/limits.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { isSecret, isTable, SECRET, TABLES, type TableName } from './rules.ts'

function rowCount(table: string): SQL {
  const limit = LIMITS.exactCount
  return sql`(
    select case when count(*) <= ${limit}::integer then count(*)
      else greatest(${limit}::integer + 1, (select reltuples from pg_class where oid
        = ${nameOf(table)}::regclass)) end::float8
    from (select from ${sql.identifier(table)} limit ${limit}::integer + 1) as counted)`
}

const nameOf = (table: string): string => `public."${table}"`

/** Lists every table of the schema; the tables that the panel can browse come first. */
async function findTables(tx: DbOrTx): Promise<string[]> {
  const rows = await tx.execute<{ name: string }>(sql`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      order by relname`)
  return [...TABLES, ...rows.map(({ name }) => name).filter((name) => !isTable(name))]
}

export async function databaseBytes(tx: DbOrTx): Promise<number> {
  const [row] = await tx.execute<{ bytes: string }>(sql`select pg_database_size(current_database())::text as bytes`)
  return Number(row!.bytes)
}

type Info = { table_name: string; size: string; rows: number }

export async function readDatabaseInfo(tx: DbOrTx) {
  const each = (await findTables(tx)).map(
    (table) => sql`
    select ${table}::text as table_name, pg_size_pretty(pg_total_relation_size(${nameOf(table)}::regclass)) as size,
      ${rowCount(table)} as rows`,
  )
  const tables = await tx.execute<Info>(sql.join(each, sql` union all `))
  const [database] = await tx.execute<{ size: string }>(
    sql`select pg_size_pretty(pg_database_size(current_database())) as size`,
  )
  return {
    database_size: database!.size,
    tables: tables.map(({ table_name, size }) => ({ table_name, size, can_browse: isTable(table_name) })),
    row_counts: Object.fromEntries(tables.map(({ table_name, rows }) => [table_name, Math.round(rows)])),
  }
}

type Column = { name: string; type: string }

async function readColumns(tx: DbOrTx, table: TableName): Promise<Column[]> {
  return tx.execute<Column>(sql`
    select attname as name, format_type(atttypid, null) as type from pg_attribute
    where attrelid = ${`public.${table}`}::regclass and attnum > 0 and not attisdropped and atttypid
      <> 'tsvector'::regtype
    order by attnum`)
}

function cell(table: TableName, { name, type }: Column): SQL {
  const column = sql.identifier(name)
  if (isSecret(table, name)) return sql`case when ${column} is not null then ${SECRET}::text end as ${column}`
  if (type === 'timestamp with time zone') {
    return sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${column}`
  }
  return type === 'text' ? sql`left(${column}, ${LIMITS.adminExcerpt}::integer) as ${column}` : sql`${column}`
}

const LAST_PAGES = 500

/** Returns where a table's last pages begin: a separate query, since a TID range scan needs this as a constant. */
async function firstOfLast(tx: DbOrTx, table: TableName): Promise<string> {
  const [row] = await tx.execute<{ place: string }>(sql`
    select format('(%s,0)', greatest(0,
      pg_relation_size(${`public.${table}`}::regclass) / current_setting('block_size')::integer
        - ${LAST_PAGES}::integer)) as place`)
  return row!.place
}

/** In a table without an id, only the last 4 MB are searched for the newest rows, because no index sorts them. */
export async function readTable(tx: DbOrTx, table: TableName, limit: number) {
  const columns = await readColumns(tx, table)
  const cells = sql.join(
    columns.map((column) => cell(table, column)),
    sql`, `,
  )
  const newest = columns.some(({ name }) => name === 'id')
    ? sql`order by id desc`
    : sql`where ctid >= ${await firstOfLast(tx, table)}::tid order by created_at desc`
  const rows = await tx.execute<Record<string, unknown>>(
    sql`select ${cells} from ${sql.identifier(table)} ${newest} limit ${limit}`,
  )
  return { columns: columns.map(({ name }) => name), rows: [...rows] }
}
