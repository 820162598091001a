import { createReadStream } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { MediaStorage } from '#server/media/storage.ts'
import { BackupError, type SampledFile } from './archive.ts'
import type { Print } from './progress.ts'
import { backupName, outdatedBackups, type Keep } from './schedule.ts'
import type { BackupStore } from './store.ts'
import { writeBackup } from './write.ts'

/** Row counts and checksums of tables and a sample of uploaded files, with which a trial restore is compared. */
export type Notes = {
  tables: Record<string, { rows: number; checksum: string }>
  media: { files: number; bytes: number; sample: SampledFile[] }
}

export type MadeBackup = {
  name: string
  bytes: number
  sha256: string
  is_encrypted: boolean
  notes: Notes
  removed: string[]
}

export async function sha256OfFile(file: string): Promise<string> {
  const hasher = new Bun.CryptoHasher('sha256')
  for await (const piece of createReadStream(file, { highWaterMark: 1_048_576 })) hasher.update(piece as Buffer)
  return hasher.digest('hex')
}

/** Refuses to fill the disk, because a full disk would stop the forum. @throws BackupError */
export async function refuseFullDisk(folder: string, needed: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  if (free >= needed) return
  const mib = (bytes: number) => `${Math.ceil(bytes / 1_048_576)} MiB`
  throw new BackupError(`There is too little space in ${folder}: ${mib(free)} are free, ${mib(needed)} are needed.`)
}

const SPARE_BYTES = 256 * 1_048_576

type Options = {
  url: string
  media: MediaStorage
  store: BackupStore
  /** An empty folder on a disk with enough space for the backup. */
  work: string
  recipient: string | null
  keep: Keep
  /** The size of the last backup in bytes; 0 if there is none. */
  lastBytes: number
  now: Date
  print: Print
  interrupted?: AbortSignal
}

/** @throws BackupError */
export async function makeBackup(options: Options): Promise<MadeBackup> {
  const { url, media, store, work, recipient, keep, lastBytes, now, print, interrupted } = options
  if (recipient === null && (await store.isElsewhere()))
    throw new BackupError('BACKUP_TO is on another host: backups go there encrypted alone, so set BACKUP_RECIPIENT.')
  // An unavailable store fails here, before the backup is made.
  await store.names()
  await refuseFullDisk(work, Math.ceil(lastBytes * 1.2) + SPARE_BYTES)
  const name = backupName(now, recipient !== null)
  const file = join(work, name)
  const { manifest, sample, bytes } = await writeBackup({ url, media, file, print, recipient, now, interrupted })
  const sha256 = await sha256OfFile(file)
  interrupted?.throwIfAborted()
  await store.take(name, file)
  const removed = outdatedBackups(await store.names(), keep, now)
  for (const outdated of removed) await store.remove(outdated)
  const tables = Object.entries(manifest.tables).map(
    ([table, { rows, checksum }]) => [table, { rows, checksum }] as const,
  )
  const { files, bytes: mediaBytes } = manifest.media
  return {
    name,
    bytes,
    sha256,
    is_encrypted: recipient !== null,
    notes: { tables: Object.fromEntries(tables), media: { files, bytes: mediaBytes, sample } },
    removed,
  }
}
