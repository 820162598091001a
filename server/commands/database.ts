import { say } from './console.ts'

type Settings = { databaseUrl: string | null, dataDir: string }

const SIGNALS = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const
/** In ms: so long a command that is broken off may take to clear up behind itself. */
const GRACE = 10_000

/**
 * Runs a command on the database of the settings. The built-in one is started, or joined, and stopped afterwards unless others use it,
 * also where Ctrl-C or another signal breaks the command off: `broken` tells it, and what it says then does not matter.
 */
export async function withDatabase(
  { databaseUrl, dataDir }: Settings, log: (line: string) => void, act: (url: string, broken: AbortSignal) => Promise<void>,
): Promise<number> {
  const { startEmbeddedPostgres } = await import('#server/db/embedded.ts')
  const breaking = new AbortController()
  const interrupted = Promise.withResolvers<number>()
  for (const [signal, number] of Object.entries(SIGNALS)) {
    process.on(signal, () => {
      interrupted.resolve(128 + number)
      breaking.abort()
    })
  }
  const embedded = databaseUrl === null ? await startEmbeddedPostgres({ dataDir, log }) : null
  try {
    breaking.signal.throwIfAborted()
    const acting = act(databaseUrl ?? embedded!.url, breaking.signal)
    await Promise.race([acting, interrupted.promise.then(() => Bun.sleep(GRACE))])
    breaking.signal.throwIfAborted()
    return 0
  } catch (error) {
    if (!breaking.signal.aborted) throw error
    say('Interrupted')
    return await interrupted.promise
  } finally {
    await embedded?.stop()
  }
}
