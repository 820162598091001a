import { resolve } from 'node:path'
import { startEmbeddedPostgres } from '#server/db/embedded.ts'

/** What makes PostgreSQL fast and forgetful, as tests want it. */
export const TEST_SETTINGS = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

if (import.meta.main) {
  // A runner of parallel tests ends its descendants by signal; the end of stdin says the same and leaves time to stop.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => {})
  const { url, stop } = await startEmbeddedPostgres({
    dataDir: resolve(import.meta.dir, '../../data/test'),
    log: (l) => require("fs").appendFileSync("/tmp/ground/host.log", process.pid+" "+l+"\n"),
    settings: TEST_SETTINGS,
  })
  console.log(url)
  for await (const _ of Bun.stdin.stream()) continue
  require("fs").appendFileSync("/tmp/ground/host.log", process.pid+" eof\n"); await stop(); require("fs").appendFileSync("/tmp/ground/host.log", process.pid+" stopped\n")
}
