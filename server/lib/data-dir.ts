import { chmod, lstat, mkdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Only this program may read these folders of DATA_DIR. */
const PRIVATE_FOLDERS = ['media', 'incoming', 'outbox', 'backups']

/** Does nothing if the file is missing, or if the file system or the ownership of the file forbids the change. */
async function setMode(path: string, mode: number): Promise<void> {
  await chmod(path, mode).catch((error: NodeJS.ErrnoException) => {
    if (!['ENOENT', 'EPERM', 'ENOTSUP', 'EROFS'].includes(error.code ?? '')) throw error
  })
}

/** Closes DATA_DIR to other users; they may only traverse it, and only if PostgreSQL runs as a user of its own. */
export async function secureDataDir(dataDir: string, hasDatabaseUser?: boolean): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const database = await lstat(join(dataDir, 'postgres')).catch(() => null)
  const isPassage = hasDatabaseUser ?? (database !== null && database.uid !== process.getuid?.())
  await setMode(dataDir, isPassage ? 0o711 : 0o700)
  for (const folder of PRIVATE_FOLDERS) await setMode(join(dataDir, folder), 0o700)
}
