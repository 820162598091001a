import { sql } from 'drizzle-orm'
import { LIMITS } from '#shared/limits.ts'
import type { Db, Tx } from '#server/db/driver/client.ts'
import { ADVISORY_LOCKS } from '#server/lib/advisory-locks.ts'
import { updateLevels } from '../moderation/index.ts'
import {
  beginRun,
  countEntries,
  endRun,
  ensureOrigin,
  ensureReserved,
  findEntries,
  insertEntries,
  insertNotes,
  listDetails,
  startAbove,
} from './rows.ts'
import { batchesOf } from './batches.ts'
import { ImportError, type ImportMap } from './map.ts'
import { startPace } from './pace.ts'
import { lowerSessionPriority } from './priority.ts'
import { RECORD_KINDS, type Counts, type ImportRecord, type Reader, type RecordKind, type Source } from './records.ts'
import { agree, type Report, type ReportSums } from './report.ts'
import type { Batch } from './writer/batch.ts'
import { writeCommunities } from './writer/communities.ts'
import { writeFollows, writeWatches } from './writer/follows.ts'
import { writeMessages, writeRedirects, writeVotes } from './writer/others.ts'
import { optionCount } from './writer/polls.ts'
import { writePeople } from './writer/people.ts'
import { FIRST_TIME, timeOf, writePosts, writeThreads, type Clock } from './writer/texts.ts'
import type { FileStore } from './writer/files.ts'
import { writeFile } from './writer/files.ts'
import { writeBans } from './writer/bans.ts'

type RunOptions = {
  db: Db
  source: Source
  reader: Reader
  map: ImportMap
  baseUrl: string
  legalBasis: string
  botUsername: string
  isDryRun: boolean
  print: (line: string) => void
  files: FileStore | null
  signal?: AbortSignal
  now?: Date
  batchSize?: number
}

const BATCH_SIZE = 500
const FETCHED_AT_ONCE = 20
/** The probe query that measures the server's load: the first ten posts of the feed sorted by new. */
const TINY_READ = sql`
  select post_id from post_rank where is_listed and not is_nsfw order by created_at desc, post_id desc limit 10`
const PROGRESS_INTERVAL_MS = 2_000
/** The table whose ids are reserved for a batch of each kind. */
const TABLES: Partial<Record<RecordKind, string>> = {
  community: 'category',
  person: 'user',
  thread: 'post',
  post: 'comment',
  message: 'imported_message',
  ban: 'decision',
}

const POLL_OPTIONS = 'poll_option'

class DryRun extends Error {}

/** `session` is the id of the PostgreSQL process that wrote the last batch. */
type Run = RunOptions & { origin: number; base: URL; at: Date; clocks: Map<RecordKind, Clock>; session: number | null }

async function writeKind(batch: Batch, kind: RecordKind, records: ImportRecord[], run: Run): Promise<void> {
  const clock = run.clocks.get(kind)!
  switch (kind) {
    case 'community':
      return writeCommunities(batch, records as never)
    case 'person':
      return writePeople(batch, records as never)
    case 'thread':
      return writeThreads(batch, records as never, clock)
    case 'post':
      return writePosts(batch, records as never, clock)
    case 'vote':
      return writeVotes(batch, records as never)
    case 'follow':
      return writeFollows(batch, records as never)
    case 'watch':
      return writeWatches(batch, records as never)
    case 'message':
      return writeMessages(batch, records as never)
    case 'redirect':
      return writeRedirects(batch, records as never)
    case 'ban':
      return writeBans(batch, records as never)
    case 'file':
      for (const one of records) await writeFile(batch, one as never, run.files)
  }
}

async function beginBatch(tx: Tx, run: Run): Promise<void> {
  // Asynchronous commits are safe here: a crash loses a batch with its outcomes, so the next run imports it again.
  const [session] = await tx.execute<{ pid: number; port: number | null }>(sql`
    select pg_backend_pid() as pid, inet_client_port() as port, set_config('synchronous_commit', 'off', true),
      set_config('watek.is_import', 'on', true),
      set_config('watek.is_dry_run', ${run.isDryRun ? 'on' : 'off'}, true)`)
  if (session!.pid === run.session) return
  run.session = session!.pid
  lowerSessionPriority(session!.pid, session!.port)
}

/** One transaction contains the records of a batch and their outcomes. */
async function writeBatch(run: Run, kind: RecordKind, records: ImportRecord[]): Promise<void> {
  const table = TABLES[kind]
  if (table && !run.isDryRun) await ensureReserved(run.db, table, records.length)
  const options = records.reduce((sum, one) => sum + (one.kind === 'thread' ? optionCount(one.poll) : 0), 0)
  if (options > 0 && !run.isDryRun) await ensureReserved(run.db, POLL_OPTIONS, options)
  await run.db.transaction(async (tx) => {
    await beginBatch(tx, run)
    const before = await findEntries(
      tx,
      run.origin,
      kind,
      records.map(({ id }) => id),
    )
    const known: Batch['known'] = new Map()
    for (const [id, entry] of before) known.set(`${kind} ${id}`, entry)
    const batch: Batch = {
      tx,
      known,
      named: new Map(),
      origin: run.origin,
      source: run.source,
      baseUrl: run.base,
      map: run.map,
      botUsername: run.botUsername,
      now: run.at,
      isDryRun: run.isDryRun,
      entries: [],
      notes: [],
      async load(of, ids) {
        const missing = [...new Set(ids)].filter((id): id is string => !!id && !known.has(`${of} ${id}`))
        for (const [id, entry] of await findEntries(tx, run.origin, of, missing)) known.set(`${of} ${id}`, entry)
      },
    }
    const fresh = records.filter((one) => {
      if (!before.has(one.id)) return true
      if (one.kind === 'thread' || one.kind === 'post') timeOf(one, run.clocks.get(kind)!, run.at)
      return false
    })
    if (fresh.length > 0) await writeKind(batch, kind, fresh, run)
    await insertEntries(tx, batch.entries)
    await insertNotes(tx, batch.notes)
  })
}

function startProgress(total: number, print: RunOptions['print']) {
  const startedAt = performance.now()
  let [done, printedAt] = [0, startedAt]
  return (kind: RecordKind, count: number) => {
    done += count
    const now = performance.now()
    if (now - printedAt < PROGRESS_INTERVAL_MS) return
    printedAt = now
    const rate = done / ((now - startedAt) / 1_000)
    const left = Math.max(0, total - done) / rate
    const time = left < 90 ? `${Math.ceil(left)} s` : `${Math.ceil(left / 60)} min`
    print(`${kind}: ${done} of ${total} rows, ${Math.round(rate)} a second, about ${time} left`)
  }
}

async function copyRecords(run: Run, counts: Counts): Promise<void> {
  const progress = startProgress(
    Object.values(counts).reduce((sum, count) => sum + count, 0),
    run.print,
  )
  const pace = run.isDryRun ? null : await startPace(() => run.db.execute(TINY_READ))
  // Batches with downloads are small, because a batch waits for all of its downloads.
  const size = (kind: RecordKind) =>
    run.batchSize ?? (kind === 'file' && run.files?.fetch ? FETCHED_AT_ONCE : (pace?.rows() ?? BATCH_SIZE))
  for await (const records of batchesOf(run.reader.records(), size)) {
    run.signal?.throwIfAborted()
    const startedAt = performance.now()
    await writeBatch(run, records[0]!.kind, records)
    progress(records[0]!.kind, records.length)
    await pace?.rest(performance.now() - startedAt)
  }
}

const TRUST_BATCH = 500
const MAX_PINNED = LIMITS.pinnedPosts

/** Computes active days and trust levels and unpins surplus posts, which requires the complete history. */
async function finish(run: Run): Promise<void> {
  await run.db.execute(sql`
    update "user" set active_days = found.days, active_on = found.last
    from (select author_id, count(distinct day)::integer as days, max(day) as last from (
        select author_id, (created_at at time zone 'UTC')::date as day from post
        union select author_id, (created_at at time zone 'UTC')::date from comment
      ) wrote where author_id in (select user_id from imported_account where claimed_at is null and origin_id
        = ${run.origin}) group by author_id) found
    where "user".id = found.author_id and "user".active_days is distinct from found.days`)
  await run.db.execute(sql`
    update post_rank set is_pinned = false where is_pinned and post_id in (
      select post_id from (select post_id, row_number() over (partition by category_id order by post_id desc) as place
        from post_rank where is_pinned) pinned where place > ${MAX_PINNED})`)
  for (let after: number | null = 0; after !== null;) {
    const from: number = after
    after = await run.db.transaction((tx) => updateLevels(tx, from, TRUST_BATCH, run.at))
    run.signal?.throwIfAborted()
  }
}

async function sumsOf(run: Run, counts: Counts): Promise<Pick<Report, 'sums' | 'reasons' | 'agrees'>> {
  const rows = await countEntries(run.db, run.origin)
  const sums: ReportSums = {}
  for (const kind of RECORD_KINDS) {
    const table = run.source.tables[kind]
    if (table === undefined) continue
    const sum = { table, in: counts[kind] ?? 0, imported: 0, merged: 0, refused: 0 }
    for (const row of rows) if (row.kind === kind) sum[row.outcome] += row.count
    sums[kind] = sum
  }
  const reasons = rows.flatMap((row) => (row.reason === null ? [] : [{ ...row, reason: row.reason }]))
  return { sums, reasons, agrees: agree(sums, counts) }
}

/** The connection holds the advisory lock until the run or its process ends. */
async function lock(db: Db): Promise<void> {
  const [row] = await db.execute<{ free: boolean }>(sql`select pg_try_advisory_lock(${ADVISORY_LOCKS.import}) as free`)
  if (!row!.free) throw new ImportError('Another import runs on this database: wait for its end.')
}

/** Turns off parallel workers for the final queries, because PostgreSQL starts workers with normal priority. */
async function lowerQueries(db: Db): Promise<void> {
  const [session] = await db.execute<{ pid: number; port: number | null }>(sql`
    select pg_backend_pid() as pid, inet_client_port() as port,
      set_config('max_parallel_workers_per_gather', '0', false)`)
  lowerSessionPriority(session!.pid, session!.port)
}

async function perform(run: Run): Promise<Omit<Report, 'source' | 'base_url' | 'legal_basis' | 'dry_run'>> {
  const counts = await run.reader.counts()
  const runId = await beginRun(run.db, run.origin, run.legalBasis, run.at)
  if (!run.isDryRun && run.reader.lastPostAddress) await startAbove(run.db, 'post', await run.reader.lastPostAddress())
  await copyRecords(run, counts)
  await lowerQueries(run.db)
  if (!run.isDryRun) await finish(run)
  const found = await sumsOf(run, counts)
  const finished = new Date()
  await endRun(run.db, runId, found.sums, finished)
  const details = await listDetails(run.db, run.origin)
  return { started_at: run.at.toISOString(), finished_at: finished.toISOString(), ...found, ...details }
}

/** `db` must have a single connection, which holds the run's advisory lock. */
export async function runImport(options: RunOptions): Promise<Report> {
  const { db, source, baseUrl, legalBasis, isDryRun } = options
  if (legalBasis.trim() === '') throw new ImportError('Say on what basis you process these data: --legal-basis TEXT')
  const head = { source: source.name, base_url: baseUrl, legal_basis: legalBasis, dry_run: isDryRun }
  const at = options.now ?? new Date()
  const base = new URL(URL.canParse(baseUrl) ? baseUrl : 'about:blank')
  const clocks = new Map(RECORD_KINDS.map((kind) => [kind, { last: FIRST_TIME }]))
  const begin = async (on: Db) => ({
    ...options,
    db: on,
    at,
    base,
    clocks,
    session: null,
    origin: await ensureOrigin(on, source.name, baseUrl),
  })
  await lock(db)
  try {
    if (!isDryRun) return { ...head, ...(await perform(await begin(db))) }
    let report: Report | null = null
    await db
      .transaction(async (tx) => {
        const run = await begin(tx as unknown as Db)
        for (const table of [...Object.values(TABLES), POLL_OPTIONS]) await reserveForDryRun(run, table)
        report = { ...head, ...(await perform(run)) }
        throw new DryRun()
      })
      .catch((error: unknown) => {
        if (!(error instanceof DryRun)) throw error
      })
    return report!
  } finally {
    await db.execute(sql`select pg_advisory_unlock(${ADVISORY_LOCKS.import})`).catch(() => {})
  }
}

/** Reserves ids far above all others, because using the id sequence would block it until the dry run ends. */
async function reserveForDryRun({ db }: Run, table: string): Promise<void> {
  await db.execute(sql`delete from import_reserved where table_name = ${table}`)
  await db.execute(sql`insert into import_reserved values (${table}, 1000000000, 2147483646)`)
}
