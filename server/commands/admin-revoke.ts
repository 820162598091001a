import { CommandError, main, print } from './console.ts'
import { withDatabase } from './database.ts'
import { ensureInstalled } from './install.ts'

/** `bun run admin:revoke`: ends every session of the panel, also while the server runs on its own database. */
await main(async () => {
  if (process.argv.length > 2) throw new CommandError('bun run admin:revoke takes no arguments.')
  await ensureInstalled()
  const { loadConfig } = await import('#server/config.ts')
  const { createDb } = await import('#server/db/driver/client.ts')
  const { migrate } = await import('#server/db/migrate.ts')
  const { revokeAll } = await import('#server/features/auth/staff-sessions.ts')

  return withDatabase(
    loadConfig(process.env),
    () => {},
    async (url) => {
      await migrate(url)
      const { db, close } = createDb(url, { max: 1 })
      const ended = await revokeAll(db).finally(close)
      print(`Ended sessions of the panel: ${ended}.`)
    },
  )
}, 'bun run admin:revoke: ends every session of the panel')
