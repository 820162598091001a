import { CommandError, main, print } from './console.ts'
import { onDatabase } from './database.ts'
import { ensureInstalled } from './install.ts'

/** Removes two-step login and passkeys of a member who lost them, even while the server runs. */
await main(async () => {
  const [username, ...rest] = process.argv.slice(2)
  if (!username || rest.length > 0) throw new CommandError('Say whose: bun run account:reset-factors USERNAME')
  await ensureInstalled()
  const { createPostgresBus } = await import('#server/bus/postgres-bus.ts')
  const { createLogger } = await import('#server/lib/log.ts')
  const { publishChangesOf } = await import('#server/features/events/changes.ts')
  const { createPublisher } = await import('#server/features/events/publisher.ts')
  const { resetFactors } = await import('#server/features/factors/reset.ts')

  return onDatabase(async (db, url) => {
    const bus = await createPostgresBus(url, createLogger('warn', false))
    const { publish, stop } = createPublisher(bus)
    publishChangesOf(db, publish)
    const reset = await resetFactors(db, username).finally(async () => {
      await stop()
      await bus.close()
    })
    if (reset === null) throw new CommandError(`There is no account named ${username}.`)
    print(`${reset} signs in with the password alone now, was signed out everywhere, and gets a mail about it.`)
  })
}, 'bun run account:reset-factors USERNAME: turns two-step login and passkeys of a member off')
