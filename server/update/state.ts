import { mkdir, open, readFile } from 'node:fs/promises'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'

/* The step of an update is written before it begins, alternately to two files of a fixed size: overwriting needs no
   space on a full disk, and one of the files is always complete. */
const SIZE = 4096
const FILES = ['state.0', 'state.1']

export const STEPS = [
  'unpacking',
  'freezing',
  'backing_up',
  'rehearsing',
  'copying',
  'converting',
  'exchanging',
  'migrating',
  'checking',
  'replacing',
  /** From this step on an interrupted update is completed; before it, the update is rolled back. */
  'committed',
  'restoring',
  'swapping',
  'done',
] as const
export type Step = (typeof STEPS)[number]

const stateSchema = v.object({
  id: v.string(),
  kind: v.picklist(['update', 'rollback']),
  from: v.string(),
  to: v.string(),
  step: v.picklist(STEPS),
  /** Names of the migrations that the new version adds. */
  migrations: v.array(v.string()),
  /** Whether a rollback restores the backup; otherwise the old version runs on the migrated database. */
  restores: v.boolean(),
  backup: v.nullable(v.string()),
  /** Whether a rollback restores a copy of the embedded database's folder instead of the backup. */
  copies: v.optional(v.boolean()),
  /** Whether the new version has a new major version of PostgreSQL, whose database is in a new folder. */
  converts: v.optional(v.boolean()),
  /** Time from which on members cannot write. */
  frozen_at: v.optional(v.string()),
  started_at: v.string(),
  /** The reason for rolling back; null while the update proceeds. */
  reason: v.nullable(v.string()),
  pid: v.number(),
  pid_started: v.string(),
})
export type UpdateState = v.InferOutput<typeof stateSchema>

const slotSchema = v.object({ sequence: v.number(), sha256: v.string(), state: stateSchema })

export const updatesFolder = (dataDir: string) => join(dataDir, 'updates')

const hashOf = (sequence: number, state: UpdateState) =>
  new Bun.CryptoHasher('sha256').update(JSON.stringify([sequence, state])).digest('hex')

type Slot = { sequence: number; state: UpdateState }

async function readSlot(file: string): Promise<Slot | null> {
  try {
    const { sequence, sha256, state } = v.parse(slotSchema, JSON.parse(await readFile(file, 'utf8')))
    return sha256 === hashOf(sequence, state) ? { sequence, state } : null
  } catch {
    return null
  }
}

async function newestSlot(dataDir: string): Promise<Slot | null> {
  const slots = await Promise.all(FILES.map((name) => readSlot(join(updatesFolder(dataDir), name))))
  return slots.reduce((newest, slot) => (slot && slot.sequence > (newest?.sequence ?? 0) ? slot : newest), null)
}

/** The update that was started last is in progress unless its step is 'done'. */
export const readState = async (dataDir: string): Promise<UpdateState | null> =>
  (await newestSlot(dataDir))?.state ?? null

/** The state is synced to disk when the promise resolves. */
export async function writeState(dataDir: string, state: UpdateState): Promise<void> {
  const sequence = ((await newestSlot(dataDir))?.sequence ?? 0) + 1
  // The checksum depends on the order of fields, so they are written in the order of the schema.
  const ordered = v.parse(stateSchema, state)
  const text = JSON.stringify({ sequence, sha256: hashOf(sequence, ordered), state: ordered })
  const bytes = Buffer.alloc(SIZE, ' ')
  if (bytes.write(text) < Buffer.byteLength(text)) throw new Error('The state of an update is too long')
  await mkdir(updatesFolder(dataDir), { recursive: true, mode: 0o700 })
  const file = join(updatesFolder(dataDir), FILES[sequence % FILES.length]!)
  const handle = await open(file, 'r+').catch(() => open(file, 'w+', 0o600))
  try {
    await handle.write(bytes, 0, SIZE, 0)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Both state files are created at the start, while there is disk space. */
export async function reserveState(dataDir: string): Promise<void> {
  await mkdir(updatesFolder(dataDir), { recursive: true, mode: 0o700 })
  for (const name of FILES) {
    const handle = await open(join(updatesFolder(dataDir), name), 'a+', 0o600)
    try {
      const { size } = await handle.stat()
      if (size < SIZE) await handle.write(Buffer.alloc(SIZE - size, ' '))
      await handle.sync()
    } finally {
      await handle.close()
    }
  }
}

/** Returns the start time of a process, because its id may be reused by a later one; '' if there is no process. */
export function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [status, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return status === 'Z' ? '' : (fields[18] ?? '')
  } catch {
    return ''
  }
}

export const isOwned = ({ pid, pid_started }: UpdateState) => pid_started !== '' && startOf(pid) === pid_started

export const isInFlight = (state: UpdateState | null): state is UpdateState => state !== null && state.step !== 'done'
