import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db, DbOrTx, Tx } from '#server/db/driver/client.ts'
import { insertRows } from './insert-rows.ts'
import type { RecordKind } from './records.ts'
import type { Report, ReportSums } from './report.ts'
import { importRow, importNote, importOrigin, importReserved, importRun } from './table.ts'

export type Entry = typeof importRow.$inferInsert
export type Target = Pick<typeof importRow.$inferSelect, 'outcome' | 'target' | 'target_id' | 'post_id'>

export async function ensureOrigin(db: DbOrTx, source: string, baseUrl: string): Promise<number> {
  const url = baseUrl.replace(/\/+$/, '')
  const base_path = URL.canParse(url) ? new URL(url).pathname.replace(/\/+$/, '') : ''
  await db.insert(importOrigin).values({ source, base_url: url, base_path }).onConflictDoNothing()
  const [row] = await db
    .select({ id: importOrigin.id })
    .from(importOrigin)
    .where(and(eq(importOrigin.source, source), eq(importOrigin.base_url, url)))
  return row!.id
}

export async function beginRun(db: DbOrTx, origin_id: number, legal_basis: string, started_at: Date): Promise<number> {
  const [row] = await db
    .insert(importRun)
    .values({ origin_id, legal_basis, started_at })
    .returning({ id: importRun.id })
  return row!.id
}

export async function endRun(db: DbOrTx, id: number, sums: ReportSums, finished_at: Date): Promise<void> {
  await db.update(importRun).set({ sums, finished_at }).where(eq(importRun.id, id))
}

export async function findEntries(
  tx: DbOrTx,
  origin: number,
  kind: RecordKind,
  ids: string[],
): Promise<Map<string, Target & { reason?: string | null }>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.execute<Target & { source_id: string; reason: string | null }>(sql`
    select source_id, outcome, target, target_id, post_id, reason from import_row
    where origin_id = ${origin} and kind = ${kind} and source_id = any (${sql.param(ids)}::text[])`)
  return new Map(rows.map((row) => [row.source_id, row]))
}

export const insertEntries = (tx: DbOrTx, entries: Entry[]) =>
  insertRows(
    tx,
    importRow,
    entries.map(({ target = null, target_id = null, post_id = null, reason = null, number = null, ...one }) => ({
      ...one,
      target,
      target_id,
      post_id,
      reason,
      number,
    })),
  )

export const insertNotes = (tx: DbOrTx, notes: (typeof importNote.$inferInsert)[]) =>
  insertRows(tx, importNote, notes, sql`on conflict do nothing`)

const RESERVED_AT_ONCE = 5_000

/**
 * Reserves ids for rows of an import. Unlike `nextval` this is transactional, so an import that was killed and runs
 * again uses the same ids.
 */
export async function ensureReserved(db: Db, table: string, count: number): Promise<void> {
  await db.transaction(async (tx) => {
    const [left] = await tx.execute<{ count: number }>(sql`
      select coalesce(sum(last_id - next_id + 1), 0)::integer as count from import_reserved
      where table_name = ${table}`)
    const missing = count - left!.count
    if (missing <= 0) return
    const size = Math.max(RESERVED_AT_ONCE, Math.ceil(missing / RESERVED_AT_ONCE) * RESERVED_AT_ONCE)
    const { name, next } = await lockedSequence(tx, table)
    await tx.execute(sql`alter sequence ${name} restart with ${sql.raw(String(next + size))}`)
    await tx.insert(importReserved).values({ table_name: table, next_id: next, last_id: next + size - 1 })
  })
}

async function lockedSequence(tx: Tx, table: string) {
  const [found] = await tx.execute<{ name: string }>(
    sql`select pg_get_serial_sequence(${`public."${table}"`}, 'id') as name`,
  )
  const name = sql.raw(found!.name)
  // `alter sequence` waits for concurrent `nextval` calls and blocks new ones until this transaction ends.
  await tx.execute(sql`alter sequence ${name} cache 1`)
  const [at] = await tx.execute<{ next: number }>(
    sql`select (last_value + is_called::integer)::integer as next from ${name}`,
  )
  return { name, next: at!.next }
}

/** Ids left free for the posts that the former forum still gets before the next import run. */
const ROOM = 1_000_000

/** Restarts a table's id sequence above `highest`; a second call changes nothing. */
export async function startAbove(db: Db, table: string, highest: number): Promise<void> {
  await db.transaction(async (tx) => {
    const sequence = await lockedSequence(tx, table)
    if (sequence.next > highest) return
    await tx.execute(sql`alter sequence ${sequence.name} restart with ${sql.raw(String(highest + ROOM))}`)
    await tx.delete(importReserved).where(eq(importReserved.table_name, table))
  })
}

export async function takeIds(tx: Tx, table: string, count: number): Promise<number[]> {
  const ids: number[] = []
  const ranges = await tx
    .select()
    .from(importReserved)
    .where(eq(importReserved.table_name, table))
    .orderBy(importReserved.next_id)
    .for('update')
  for (const { next_id, last_id } of ranges) {
    const taken = Math.min(count - ids.length, last_id - next_id + 1)
    if (taken <= 0) break
    for (let at = 0; at < taken; at += 1) ids.push(next_id + at)
    const isRange = and(eq(importReserved.table_name, table), eq(importReserved.last_id, last_id))
    if (taken === last_id - next_id + 1) await tx.delete(importReserved).where(isRange)
    else
      await tx
        .update(importReserved)
        .set({ next_id: next_id + taken })
        .where(isRange)
  }
  if (ids.length < count) throw new Error(`Too few ids of ${table} are reserved`)
  return ids
}

type Sums = { kind: RecordKind; outcome: 'imported' | 'merged' | 'refused'; reason: string | null; count: number }

export function countEntries(db: DbOrTx, origin: number): Promise<Sums[]> {
  return db
    .select({
      kind: importRow.kind,
      outcome: importRow.outcome,
      reason: importRow.reason,
      count: sql<number>`count(*)::integer`,
    })
    .from(importRow)
    .where(eq(importRow.origin_id, origin))
    .groupBy(importRow.kind, importRow.outcome, importRow.reason)
    .orderBy(importRow.kind, importRow.outcome, importRow.reason)
}

const MAX_LISTED = 10_000

export async function listDetails(db: DbOrTx, origin: number): Promise<Pick<Report, 'refused' | 'notes'>> {
  const refused = await db
    .select({ kind: importRow.kind, id: importRow.source_id, reason: sql<string>`coalesce(reason, '')` })
    .from(importRow)
    .where(and(eq(importRow.origin_id, origin), inArray(importRow.outcome, ['refused'])))
    .orderBy(importRow.kind, importRow.source_id)
    .limit(MAX_LISTED)
  const notes = await db
    .select({ kind: importNote.kind, id: importNote.source_id, note: importNote.note })
    .from(importNote)
    .where(eq(importNote.origin_id, origin))
    .orderBy(importNote.kind, importNote.source_id, importNote.note)
    .limit(MAX_LISTED)
  return { refused, notes }
}
