import type { Config } from '#server/config.ts'
import type { Db } from '#server/db/driver/client.ts'
import { print } from './console.ts'

type Settings = Pick<Config, 'databaseUrl' | 'databaseDirectUrl' | 'dataDir'>

const SIGNALS = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const
const CLEANUP_TIMEOUT_MS = 10_000

/**
 * Runs `run` on the configured or the built-in database, and afterwards stops the built-in one unless others use it.
 * Ctrl-C aborts `broken`; the result of `run` is then ignored.
 */
export async function withDatabase(
  { databaseUrl, databaseDirectUrl, dataDir }: Settings,
  log: (line: string) => void,
  run: (url: string, broken: AbortSignal) => Promise<void>,
  settings: Record<string, string> = {},
): Promise<number> {
  const { startEmbeddedPostgres } = await import('#server/db/local/embedded.ts')
  const breaking = new AbortController()
  const interrupted = Promise.withResolvers<number>()
  for (const [signal, number] of Object.entries(SIGNALS)) {
    process.on(signal, () => {
      interrupted.resolve(128 + number)
      breaking.abort()
    })
  }
  const { primaryUrl } = await import('#server/db/driver/primary.ts')
  const embedded = databaseUrl === null ? await startEmbeddedPostgres({ dataDir, log, settings }) : null
  try {
    breaking.signal.throwIfAborted()
    const acting = run(await primaryUrl(databaseDirectUrl ?? databaseUrl ?? embedded!.url), breaking.signal)
    await Promise.race([acting, interrupted.promise.then(() => Bun.sleep(CLEANUP_TIMEOUT_MS))])
    breaking.signal.throwIfAborted()
    return 0
  } catch (error) {
    if (!breaking.signal.aborted) throw error
    print('Interrupted')
    return await interrupted.promise
  } finally {
    await embedded?.stop()
  }
}

/** Migrates the configured database first; works even while the server uses its built-in database. */
export async function onDatabase(run: (db: Db, url: string) => Promise<void>): Promise<number> {
  const { loadConfig } = await import('#server/config.ts')
  const { createDb } = await import('#server/db/driver/client.ts')
  const { migrate } = await import('#server/db/migrate.ts')
  return withDatabase(
    loadConfig(process.env),
    () => {},
    async (url) => {
      await migrate(url)
      const { db, close } = createDb(url, { max: 1 })
      await run(db, url).finally(close)
    },
  )
}
