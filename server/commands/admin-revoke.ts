import { CommandError, main, print } from './console.ts'
import { onDatabase } from './database.ts'
import { ensureInstalled } from './install.ts'

/** Ends every staff session of the panel, even while the server runs on its built-in database. */
await main(async () => {
  if (process.argv.length > 2) throw new CommandError('bun run admin:revoke takes no arguments.')
  await ensureInstalled()
  const { revokeAll } = await import('#server/features/auth/staff-sessions.ts')
  return onDatabase(async (db) => print(`Ended sessions of the panel: ${await revokeAll(db)}.`))
}, 'bun run admin:revoke: ends every session of the panel')
