import { appendFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { giveToOwner } from './machine.ts'

export const UPDATES_LOG = 'updates.log'

const lineSchema = v.object({
  at: v.string(),
  kind: v.picklist(['update', 'rollback']),
  from: v.string(),
  to: v.string(),
  /** 'refused': stopped before anything was changed; 'undone': rolled back. */
  outcome: v.picklist(['done', 'undone', 'refused']),
  reason: v.nullable(v.string()),
  seconds: v.number(),
  migrations: v.array(v.string()),
  /** Seconds in which members could not write. */
  read_only_seconds: v.number(),
  backup: v.nullable(v.string()),
})
export type UpdateLine = v.InferOutput<typeof lineSchema>

/** Appends a line to the log of updates; errors are ignored, since a full disk must not stop a rollback. */
export async function logUpdate(dataDir: string, line: UpdateLine): Promise<void> {
  const file = join(dataDir, UPDATES_LOG)
  await appendFile(file, `${JSON.stringify(line)}\n`, { mode: 0o600 }).catch(() => {})
  // Root may run the update, but the server reads the log as the owner of the data.
  await giveToOwner(dataDir, file)
}

const SHOWN = 20

/** Returns the latest updates, newest first. */
export async function readUpdates(dataDir: string, count = SHOWN): Promise<UpdateLine[]> {
  const text = await readFile(join(dataDir, UPDATES_LOG), 'utf8').catch(() => '')
  const lines: UpdateLine[] = []
  for (const line of text.split('\n').toReversed()) {
    if (lines.length === count) break
    try {
      lines.push(v.parse(lineSchema, JSON.parse(line)))
    } catch {
      // Skips a line truncated by a full disk.
    }
  }
  return lines
}
