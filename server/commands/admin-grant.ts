import { CommandError, main, print } from './console.ts'
import { onDatabase } from './database.ts'
import { ensureInstalled } from './install.ts'

/** Makes a member an admin, even while the server runs on its built-in database. */
await main(async () => {
  const [username, ...rest] = process.argv.slice(2)
  if (!username || rest.length > 0) throw new CommandError('Say whom: bun run admin:grant USERNAME')
  await ensureInstalled()
  const { grantAdmin } = await import('#server/features/admin/grant/queries.ts')
  return onDatabase(async (db) => {
    const granted = await grantAdmin(db, username)
    if (granted === null) throw new CommandError(`There is no account named ${username}.`)
    print(`${granted} is an admin now.`)
  })
}, 'bun run admin:grant USERNAME: makes an account an admin')
