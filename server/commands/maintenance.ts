import { parseArgs } from 'node:util'
import { CommandError, main, print } from './console.ts'
import { withDatabase } from './database.ts'
import { ensureInstalled } from './install.ts'

const USAGE = 'bun run maintenance on|off [--pl TEXT] [--en TEXT]: lets only admins write, with what the bar says'

/** `bun run maintenance on` enables read-only mode, even while the server runs on its built-in database. */
await main(async () => {
  const { positionals, values } = parseArgs({
    args: process.argv.slice(2),
    allowPositionals: true,
    options: { pl: { type: 'string' }, en: { type: 'string' } },
  })
  const [state, ...rest] = positionals
  if ((state !== 'on' && state !== 'off') || rest.length > 0) throw new CommandError(`Say which: ${USAGE}`)
  await ensureInstalled()
  const { loadConfig } = await import('#server/config.ts')
  const { createDb } = await import('#server/db/driver/client.ts')
  const { createPostgresBus } = await import('#server/bus/postgres-bus.ts')
  const { createLogger } = await import('#server/lib/log.ts')
  const { setReadOnly } = await import('#server/features/maintenance/read-only-mode.ts')

  const config = loadConfig(process.env)
  return withDatabase(
    config,
    () => {},
    async (url) => {
      const log = createLogger('warn', false)
      const { db, close } = createDb(url, { max: 1 })
      const bus = await createPostgresBus(url, log)
      const wanted = { read_only: state === 'on', message_pl: values.pl, message_en: values.en }
      await setReadOnly({ config, log, db, bus, now: () => new Date() }, wanted).finally(() =>
        Promise.all([bus.close(), close()]),
      )
      print(state === 'on' ? 'Only admins can write now.' : 'Everybody can write again.')
    },
  )
}, USAGE)
