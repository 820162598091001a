import type { Tx } from '#server/db/driver/client.ts'
import { takeIds, type Entry, type Target } from '../rows.ts'
import type { ImportMap } from '../map.ts'
import type { importNote } from '../table.ts'
import type { RecordKind, Source } from '../records.ts'

type Note = typeof importNote.$inferInsert

export type Batch = {
  tx: Tx
  origin: number
  source: Source
  baseUrl: URL
  map: ImportMap
  botUsername: string
  now: Date
  /** A dry run updates no existing rows, because it would keep them locked until its end. */
  isDryRun: boolean
  /** Loads from `import_row` what became of source rows, so that `entryOf` can return it. */
  load: (kind: RecordKind, ids: (string | null | undefined)[]) => Promise<void>
  known: Map<string, Target>
  /** Maps URLs of the former forum that contain a name, as found in the texts of the batch, to paths on this forum. */
  named: Map<string, string>
  entries: Entry[]
  notes: Note[]
}

export function record(batch: Batch, entry: Omit<Entry, 'origin_id'>): void {
  batch.entries.push({ origin_id: batch.origin, ...entry })
  const { outcome, target = null, target_id = null, post_id = null } = entry
  batch.known.set(`${entry.kind} ${entry.source_id}`, { outcome, target, target_id, post_id })
}

/** Returns undefined for a row whose outcome was neither loaded nor recorded. */
export const entryOf = (batch: Batch, kind: RecordKind, id: string): Target | undefined =>
  batch.known.get(`${kind} ${id}`)

export function refuse(batch: Batch, kind: RecordKind, source_id: string, reason: string): void {
  record(batch, { kind, source_id, outcome: 'refused', reason })
}

export function note(batch: Batch, kind: RecordKind, source_id: string, text: string): void {
  batch.notes.push({ origin_id: batch.origin, kind, source_id, note: text.slice(0, 500) })
}

export const take = (batch: Batch, table: string, count: number) =>
  count === 0 ? Promise.resolve([]) : takeIds(batch.tx, table, count)

export function accountOf(batch: Batch, id: string | null): number | null {
  return id === null ? null : (entryOf(batch, 'person', id)?.target_id ?? null)
}
