import { mkdir, rm } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { createFolderStorage } from '#server/media/folder-storage.ts'
import { createS3Storage, type S3Settings } from '#server/media/s3-storage.ts'
import { BackupError } from './archive.ts'
import { readIdentity } from './encryption.ts'
import { makeBackup, type MadeBackup } from './make.ts'
import { proveBackup, type Proof } from './prove.ts'
import type { Keep } from './schedule.ts'
import { dropScratchDatabases, withBackupLock } from './scratch.ts'
import { openBackupStore, type BackupS3 } from './store.ts'

/* Backups and trial restores run in a separate process, because of the memory and CPU time that they need. */

export type BackupWork = {
  url: string
  /** The folder is emptied at the start, which removes the files of a killed process. */
  workFolder: string
  media: { folder: string } | { s3: S3Settings }
  to: string
  s3: BackupS3 | null
} & (
  | { kind: 'make'; recipient: string | null; keep: Keep; lastBytes: number; now: Date }
  | {
      kind: 'prove'
      backup: Pick<MadeBackup, 'name' | 'bytes' | 'sha256' | 'notes'>
      identity: string | null
      databaseBytes: number
    }
  | { kind: 'clear' }
)

export type BackupReply =
  | { made: MadeBackup }
  | { proof: Proof }
  | { cleared: number }
  | { refused: string }
  | { failed: string }

const print = () => {}

/** `clear` removes what a killed process left behind. @throws BackupError */
async function doBackupWork(work: BackupWork, interrupted?: AbortSignal): Promise<BackupReply> {
  const { url, workFolder, to, s3 } = work
  return withBackupLock(url, async () => {
    await rm(workFolder, { recursive: true, force: true })
    if (work.kind === 'clear') return { cleared: await dropScratchDatabases(url) }
    await mkdir(workFolder, { recursive: true, mode: 0o700 })
    const store = openBackupStore(to, s3)
    const common = { url, store, work: workFolder, print, interrupted }
    try {
      if (work.kind === 'make') {
        const media = 's3' in work.media ? createS3Storage(work.media.s3) : createFolderStorage(work.media.folder)
        return { made: await makeBackup({ ...common, ...work, store, work: workFolder, media }) }
      }
      const identity = await readIdentity(work.identity)
      return { proof: await proveBackup({ ...common, ...work, store, work: workFolder, identity }) }
    } finally {
      await rm(workFolder, { recursive: true, force: true })
    }
  })
}

export const workFolderOf = (dataDir: string) => join(dataDir, 'backup-work')

if (import.meta.main && process.send) {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  const interrupting = new AbortController()
  const reply = (message: BackupReply) => process.connected && process.send!(message)
  process.on('message', (work: BackupWork) => {
    void doBackupWork(work, interrupting.signal)
      .then(reply, (error: unknown) =>
        reply(error instanceof BackupError ? { refused: error.message } : { failed: Bun.inspect(error) }),
      )
      .finally(() => process.disconnect?.())
  })
  const end = () => {
    interrupting.abort()
    // The next backup removes the files of a backup that is killed here.
    setTimeout(() => process.exit(1), 5_000).unref()
  }
  process.on('disconnect', end)
  process.on('SIGTERM', end)
}
