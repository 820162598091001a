import type postgres from 'postgres'
import { BackupError, JOBS, type Head } from './archive.ts'

type Sql = postgres.Sql | postgres.TransactionSql

/** Makes COPY write and read the same text on every server, and read each table in the same order. */
export async function prepareSession(sql: Sql): Promise<void> {
  await sql.unsafe(`
    set datestyle = 'ISO, YMD'; set timezone = 'UTC'; set intervalstyle = 'iso_8601'; set extra_float_digits = 1;
    set synchronize_seqscans = off; set max_parallel_workers_per_gather = 0; set statement_timeout = 0;
      set idle_in_transaction_session_timeout = 0`)
}

export async function findTables(sql: Sql): Promise<Head['tables']> {
  const rows = await sql<{ name: string; columns: string[] }[]>`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
      and a.attgenerated = ''
    group by c.relname order by c.relname`
  return rows.map(({ name, columns }) => ({ name, columns }))
}

export async function findSequences(sql: Sql): Promise<Head['sequences']> {
  const rows = await sql<{ name: string; last_value: string }[]>`
    select sequencename::text as name, last_value::text from pg_sequences where schemaname = 'public'
      and last_value is not null order by 1`
  return rows.map(({ name, last_value }) => ({ name, last_value }))
}

export async function findMigrations(sql: Sql): Promise<Head['migrations']> {
  const [there] = await sql`select 1 where to_regclass('drizzle.__drizzle_migrations') is not null`
  if (!there) return []
  const rows = await sql<
    { hash: string; created_at: string }[]
  >`select hash, created_at::text from drizzle.__drizzle_migrations order by id`
  return rows.map(({ hash, created_at }) => ({ hash, created_at: Number(created_at) }))
}

/** A restore adds each job again with these values, since the tables of the job queue differ between its versions. */
const JOB_COLUMNS = [
  'id',
  'identifier',
  'queue_name',
  'payload',
  'run_at',
  'max_attempts',
  'attempts',
  'job_key',
  'priority',
  'last_error',
]
const SELECT_JOBS = `
  select j.id, t.identifier, q.queue_name, j.payload, j.run_at, j.max_attempts,
    case when j.locked_at is null then j.attempts else greatest(j.attempts - 1, 0) end, j.key, j.priority, j.last_error
  from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
  left join graphile_worker._private_job_queues q on q.id = j.job_queue_id order by j.id`

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
const listOf = (columns: string[]) => columns.map(quoted).join(', ')

const BATCH_BYTES = 4 * 1_048_576
const FIRST_BLOCKS = 32
const COPY_TIMEOUT_MS = 120_000

async function copyToBuffer(sql: Sql, statement: string): Promise<Buffer> {
  const stream = await sql.unsafe(statement).readable()
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = []
    let receivedAt = performance.now()
    const watch = setInterval(() => {
      if (performance.now() - receivedAt > COPY_TIMEOUT_MS)
        stream.destroy(new BackupError('The database stopped answering; try again.'))
    }, 1_000)
    const end = (action: () => void) => () => {
      clearInterval(watch)
      action()
    }
    stream.on('data', (piece: Buffer) => {
      receivedAt = performance.now()
      pieces.push(piece)
    })
    stream.on(
      'end',
      end(() => {
        // postgres.js 3.4.9 may leave the connection paused after the last chunk; this call resumes it.
        stream._read(0)
        resolve(Buffer.concat(pieces))
      }),
    )
    stream.on('error', (error) => end(() => reject(error))())
  })
}

export async function* copyOut(sql: Sql, { name, columns }: Head['tables'][number]): AsyncGenerator<Buffer> {
  if (name === JOBS) {
    yield await copyToBuffer(sql, `copy (${SELECT_JOBS}) to stdout`)
    return
  }
  const [size] = await sql<{ blocks: number }[]>`select (pg_relation_size(${`public.${quoted(name)}`}::regclass)
    / current_setting('block_size')::int)::int as blocks`
  let blocks = FIRST_BLOCKS
  for (let from = 0; from < size!.blocks;) {
    const slice =
      `select ${listOf(columns)} from public.${quoted(name)} where ctid >= '(${from},0)'::tid and ctid < ` +
      `'(${from + blocks},0)'::tid`
    const rows = await copyToBuffer(sql, `copy (${slice}) to stdout`)
    if (rows.byteLength > 0) yield rows
    from += blocks
    if (rows.byteLength < BATCH_BYTES / 2) blocks *= 2
    else if (rows.byteLength > BATCH_BYTES) blocks = Math.max(1, Math.floor(blocks / 2))
  }
}

export function copyIn({ name, columns }: Head['tables'][number]): string {
  return name === JOBS
    ? `copy restored_job (${listOf(JOB_COLUMNS)}) from stdin`
    : `copy public.${quoted(name)} (${listOf(columns)}) from stdin`
}

export const JOB_TABLE: Head['tables'][number] = { name: JOBS, columns: JOB_COLUMNS }

export async function createJobTable(sql: Sql): Promise<void> {
  await sql`
    create temporary table restored_job (
      id bigint, identifier text, queue_name text, payload json, run_at timestamptz, max_attempts int, attempts int,
        job_key text, priority int, last_error text
    ) on commit drop`
}

export async function addJobs(sql: Sql): Promise<void> {
  await sql`
    with added as materialized (
      select r.attempts, r.last_error, (graphile_worker.add_job(
        r.identifier, r.payload, queue_name => r.queue_name, run_at => r.run_at, max_attempts => r.max_attempts,
          job_key => r.job_key, priority => r.priority
      )).id
      from (select * from restored_job order by id) r
    )
    update graphile_worker._private_jobs j set attempts = added.attempts, last_error = added.last_error
    from added where added.id = j.id and (added.attempts > 0 or added.last_error is not null)`
}

export async function lockEmpty(sql: Sql, tables: string[]): Promise<string | null> {
  for (const name of tables) {
    await sql.unsafe(`lock table public.${quoted(name)} in access exclusive mode`)
    const rows = await sql.unsafe(`select 1 from public.${quoted(name)} limit 1`)
    if (rows.length > 0) return name
  }
  return null
}

type Statement = { make: string; drop: string }

async function findExtras(sql: Sql): Promise<Statement[]> {
  const indexes = await sql<{ name: string; make: string }[]>`
    select c.relname as name, pg_get_indexdef(c.oid) as make from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relnamespace = 'public'::regnamespace and not i.indisunique order by c.relname`
  const references = await sql<{ name: string; table: string; make: string }[]>`
    select conname as name, conrelid::regclass::text as table, pg_get_constraintdef(oid) as make from pg_constraint
    where connamespace = 'public'::regnamespace and contype = 'f' order by conname`
  return [
    ...indexes.map(({ name, make }) => ({ make, drop: `drop index public.${quoted(name)}` })),
    ...references.map(({ name, table, make }) => ({
      make: `alter table ${table} add constraint ${quoted(name)} ${make}`,
      drop: `alter table ${table} drop constraint ${quoted(name)}`,
    })),
  ]
}

/** Drops indexes and foreign keys and disables triggers of empty tables; the returned function restores them. */
export async function dropIndexes(sql: Sql, tables: string[]): Promise<() => Promise<void>> {
  const extras = await findExtras(sql)
  await sql.unsafe(`set local maintenance_work_mem = '256MB'`)
  // Copying into a table that was truncated in the same transaction skips the WAL if wal_level allows it.
  if (tables.length > 0) await sql.unsafe(`truncate ${tables.map((name) => `public.${quoted(name)}`).join(', ')}`)
  for (const { drop } of extras) await sql.unsafe(drop)
  for (const name of tables) await sql.unsafe(`alter table public.${quoted(name)} disable trigger user`)
  return async () => {
    for (const { make } of extras) await sql.unsafe(make)
    for (const name of tables) await sql.unsafe(`alter table public.${quoted(name)} enable trigger user`)
  }
}

export async function setSequences(sql: Sql, sequences: Head['sequences']): Promise<void> {
  for (const { name, last_value } of sequences)
    await sql`select setval(${`public.${quoted(name)}`}::regclass, ${last_value}::bigint)`
}

export async function deleteRows(sql: Sql, tables: string[]): Promise<void> {
  for (const name of tables) await sql.unsafe(`delete from public.${quoted(name)}`)
}
