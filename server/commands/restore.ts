import { resolve } from 'node:path'
import { CommandError, main, print } from './console.ts'
import { withDatabase } from './database.ts'
import { ensureInstalled } from './install.ts'

/** `bun run restore FILE`: what `bun run backup` wrote, into an empty database. */
await main(async () => {
  const [file, ...rest] = process.argv.slice(2)
  if (!file || rest.length > 0) throw new CommandError('Say which file: bun run restore FILE')
  await ensureInstalled()
  const { loadConfig } = await import('#server/config.ts')
  const { restoreBackup } = await import('#server/db/backup/restore.ts')
  const { ensureDatabase } = await import('#server/db/local/embedded.ts')
  const { openMediaStorage } = await import('#server/media/open-storage.ts')

  const config = loadConfig(process.env)
  return withDatabase(config, print, async (url, broken) => {
    if (config.databaseUrl !== null) await ensureDatabase(url).catch(() => {})
    const { head } = await restoreBackup({
      url,
      media: openMediaStorage(config),
      file: resolve(file),
      print,
      interrupted: broken,
    })
    print(`Restored what was backed up at ${head.created_at}.`)
  })
}, 'bun run restore FILE: what a backup holds, into an empty database')
