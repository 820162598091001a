import { chmod, lstat, mkdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Folders of DATA_DIR that only this program may read. */
const PRIVATE_FOLDERS = ['media', 'incoming', 'outbox', 'backups']

/** Changes the mode of a file or folder if it exists and the file system and its owner allow that. */
async function setMode(path: string, mode: number): Promise<void> {
  await chmod(path, mode).catch((error: NodeJS.ErrnoException) => {
    if (!['ENOENT', 'EPERM', 'ENOTSUP', 'EROFS'].includes(error.code ?? '')) throw error
  })
}

/**
 * Closes DATA_DIR to other users of the machine. If PostgreSQL runs as its own user, other users may pass through the
 * folder but not list it. `hasDatabaseUser`: by default true if another user owns DATA_DIR/postgres.
 */
export async function secureDataDir(dataDir: string, hasDatabaseUser?: boolean): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const database = await lstat(join(dataDir, 'postgres')).catch(() => null)
  const isPassage = hasDatabaseUser ?? (database !== null && database.uid !== process.getuid?.())
  await setMode(dataDir, isPassage ? 0o711 : 0o700)
  for (const folder of PRIVATE_FOLDERS) await setMode(join(dataDir, folder), 0o700)
}
