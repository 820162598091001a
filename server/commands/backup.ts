import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { CommandError, main, print } from './console.ts'
import { withDatabase } from './database.ts'
import { ensureInstalled } from './install.ts'

/** `bun run backup [FILE]`: everything of this moment in one file, also while the server runs. */
await main(async () => {
  const [given, ...rest] = process.argv.slice(2)
  if (rest.length > 0 || given?.startsWith('-')) throw new CommandError('Say at most where to: bun run backup FILE')
  await ensureInstalled()
  const { loadConfig } = await import('#server/config.ts')
  const { writeBackup } = await import('#server/db/backup/write.ts')
  const { openMediaStorage } = await import('#server/media/open-storage.ts')

  const config = loadConfig(process.env)
  const now = new Date()
  const file = resolve(
    given ?? join(config.dataDir, 'backups', `watek-${now.toISOString().slice(0, 19).replaceAll(':', '')}Z.tar.zst`),
  )
  if (existsSync(file)) throw new CommandError(`There is a file ${file} already: name another.`)
  return withDatabase(
    config,
    () => {},
    async (url, broken) => {
      const { bytes } = await writeBackup({
        url,
        media: openMediaStorage(config),
        file,
        print,
        now,
        interrupted: broken,
      })
      print(`${file} (${(bytes / 1_048_576).toFixed(1)} MiB)`)
    },
  )
}, 'bun run backup [FILE]: everything of this moment in one file, also while the server runs')
