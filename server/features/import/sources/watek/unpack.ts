import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { readIdentity } from '#server/db/backup/encryption.ts'
import { restoreBackup } from '#server/db/backup/restore.ts'
import { createFolderStorage } from '#server/media/folder-storage.ts'
import type { Unpacked, Workplace } from '../../records.ts'
import { createScratchPostgres } from '../../scratch/postgres.ts'

export async function unpackBackup(file: string, { config, print, signal }: Workplace): Promise<Unpacked> {
  const scratch = await createScratchPostgres(config.dataDir, print)
  const files = join(config.dataDir, 'import-media')
  const close = async () => {
    await scratch.close()
    await rm(files, { recursive: true, force: true })
  }
  try {
    await rm(files, { recursive: true, force: true })
    await restoreBackup({
      url: scratch.url,
      media: createFolderStorage(files),
      file,
      print,
      identity: await readIdentity(config.backupIdentity),
      ...(signal && { interrupted: signal }),
    })
    return { database: scratch.url, files, close }
  } catch (error) {
    await close()
    throw error
  }
}
