import { CommandError, main, print } from './console.ts'
import { withDatabase } from './database.ts'
import { ensureInstalled } from './install.ts'

/** `bun run admin:grant NAME`: makes an account an admin, also while the server runs on its own database. */
await main(async () => {
  const [username, ...rest] = process.argv.slice(2)
  if (!username || rest.length > 0) throw new CommandError('Say whom: bun run admin:grant USERNAME')
  await ensureInstalled()
  const { loadConfig } = await import('#server/config.ts')
  const { createDb } = await import('#server/db/driver/client.ts')
  const { migrate } = await import('#server/db/migrate.ts')
  const { grantAdmin } = await import('#server/features/admin/grant/queries.ts')

  return withDatabase(
    loadConfig(process.env),
    () => {},
    async (url) => {
      await migrate(url)
      const { db, close } = createDb(url, { max: 1 })
      const granted = await grantAdmin(db, username).finally(close)
      if (granted === null) throw new CommandError(`There is no account named ${username}.`)
      print(`${granted} is an admin now.`)
    },
  )
}, 'bun run admin:grant USERNAME: makes an account an admin')
