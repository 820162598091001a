import { rm, mkdir } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { CommandError, main, print } from './console.ts'
import { withDatabase } from './database.ts'
import { ensureInstalled } from './install.ts'
import type { Config } from '#server/config.ts'

const HELP =
  'bun run restore FILE: what a backup holds, into an empty database; FILE may be a name in BACKUP_TO, or "latest" ' +
  'for the newest there; BACKUP_IDENTITY opens an encrypted one'

const NAME = /^watek-auto-[\w.-]+$/

type Source = { file: string; remove: () => Promise<void> }

/** The backup is a local file, or is fetched from BACKUP_TO. */
async function findSource(given: string, config: Config): Promise<Source> {
  const isLatest = basename(given) === 'latest'
  if ((await Bun.file(given).exists()) || !(isLatest || NAME.test(basename(given))))
    return { file: resolve(given), remove: async () => {} }
  const { openBackupStore } = await import('#server/db/backup/store.ts')
  const { sortBackups } = await import('#server/db/backup/schedule.ts')
  const { backupPlace } = await import('#server/features/backups/settings.ts')
  const { to, s3 } = backupPlace(config.environment, config.dataDir)
  const store = openBackupStore(to, s3)
  const name = isLatest ? sortBackups(await store.names())[0] : basename(given)
  if (name === undefined) throw new CommandError(`There is no scheduled backup in ${to}.`)
  const folder = join(config.dataDir, 'restore')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const remove = () => rm(folder, { recursive: true, force: true })
  print(`Fetching ${name} from ${to} ...`)
  try {
    await store.fetch(name, join(folder, name))
  } catch (error) {
    await remove()
    throw error
  }
  return { file: join(folder, name), remove }
}

await main(async () => {
  const [given, ...rest] = process.argv.slice(2)
  if (!given || rest.length > 0) throw new CommandError('Say which file: bun run restore FILE')
  await ensureInstalled()
  const { loadConfig } = await import('#server/config.ts')
  const { readIdentity } = await import('#server/db/backup/encryption.ts')
  const { restoreBackup } = await import('#server/db/backup/restore.ts')
  const { ensureDatabase } = await import('#server/db/local/embedded.ts')
  const { openMediaStorage } = await import('#server/media/open-storage.ts')

  const config = loadConfig(process.env)
  const identity = await readIdentity(config.backupIdentity)
  if (config.backupIdentity !== null && identity === null)
    throw new CommandError('There is no secret key of age in the file of BACKUP_IDENTITY, or it cannot be read.')
  const source = await findSource(given, config)
  const restore = async (url: string, broken: AbortSignal) => {
    if (config.databaseUrl !== null) await ensureDatabase(url).catch(() => {})
    const { head } = await restoreBackup({
      url,
      media: openMediaStorage(config),
      file: source.file,
      print,
      identity,
      interrupted: broken,
    })
    print(`Restored what was backed up at ${head.created_at}.`)
  }
  try {
    // With wal_level 'minimal', PostgreSQL writes no WAL for tables that are created and filled in one transaction.
    return await withDatabase(config, print, restore, { wal_level: 'minimal' })
  } finally {
    await source.remove()
  }
}, HELP)
