import { mkdir } from 'node:fs/promises'
import { startProcess } from '#server/test/processes/serve.ts'

const ASK_MS = 25
const FEEDS = ['sort=new', 'sort=hot', 'sort=top', 'sort=new&category=community_1'].map((order) => `${order}&limit=20`)

export type Latency = { reads: number; p50: number; p99: number }

/** Starts a server on the database, and reads its feeds forty times a second. */
export async function startReaders(database: string, dataDir: string) {
  await mkdir(dataDir, { recursive: true })
  const server = await startProcess({
    DATABASE_URL: database,
    DATA_DIR: dataDir,
    SESSION_SECRET: 'import-drill-import-drill-import-drill',
  })
  let [times, failed, isEnded]: [number[], number, boolean] = [[], 0, false]
  const reading = (async () => {
    for (let turn = 0; !isEnded; turn += 1) {
      const startedAt = performance.now()
      const answer = await fetch(`${server.origin}/api/posts?${FEEDS[turn % FEEDS.length]}`)
      await answer.arrayBuffer()
      const took = performance.now() - startedAt
      if (answer.ok) times.push(took)
      else failed += 1
      await Bun.sleep(Math.max(0, ASK_MS - took))
    }
  })()
  return {
    /** Returns the latencies since the last call of this function. */
    latency(): Latency {
      const sorted = times.toSorted((a, b) => a - b)
      times = []
      const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0
      return { reads: sorted.length, p50: at(0.5), p99: at(0.99) }
    },
    failed: () => failed,
    async stop() {
      isEnded = true
      await reading
      await server.stop()
    },
  }
}
