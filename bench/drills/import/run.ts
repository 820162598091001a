import { mkdir, rm } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { ensureDatabase, startEmbeddedPostgres } from '#server/db/local/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { digestsOf, importWhole, importWithKills } from '#server/features/import/testing/kills.ts'
import { startProcess } from '#server/test/processes/serve.ts'
import { fillLargeForum } from '#server/features/import/testing/large-forum.ts'

/** How long the feed is asked without an import beside it. */
const ALONE_MS = 20_000
const ASK_MS = 25

type Options = { home: string; kills: number; posts: number; print: (line: string) => void }

const PEOPLE_SHARE = 10

/** A server on the database, whose feed is asked forty times a second; each figure is of what came since the last. */
async function startFeedProbe(database: string, dataDir: string) {
  await mkdir(dataDir, { recursive: true })
  const settings = {
    DATABASE_URL: database,
    DATA_DIR: dataDir,
    SESSION_SECRET: 'import-drill-import-drill-import-drill',
  }
  const server = await startProcess(settings)
  let [times, isEnded]: [number[], boolean] = [[], false]
  const asking = (async () => {
    while (!isEnded) {
      const startedAt = performance.now()
      await fetch(`${server.origin}/api/posts?sort=new&limit=20`).then((answer) => answer.arrayBuffer())
      const took = performance.now() - startedAt
      times.push(took)
      await Bun.sleep(Math.max(0, ASK_MS - took))
    }
  })()
  return {
    p99() {
      const sorted = times.toSorted((a, b) => a - b)
      times = []
      return sorted[Math.floor(sorted.length * 0.99)] ?? 0
    },
    async stop() {
      isEnded = true
      await asking
      await server.stop()
    },
  }
}

/** Imports a forum once as it is and once with kills at random moments, and compares the two databases. */
export async function runImportDrill({
  home,
  kills,
  posts,
  print,
}: Options): Promise<{ report: string; wrong: string[] }> {
  await rm(home, { recursive: true, force: true })
  const server = await startEmbeddedPostgres({ dataDir: home, log: print })
  try {
    const named = async (name: string, isForum: boolean) => {
      const url = new URL(server.url)
      url.pathname = `/${name}`
      await ensureDatabase(url.href)
      if (isForum) await migrate(url.href)
      return url.href
    }
    const [former, whole, parts] = [
      await named('former', false),
      await named('whole', true),
      await named('parts', true),
    ]
    await fillLargeForum(former, { posts, people: Math.ceil(posts / PEOPLE_SHARE) })
    const options = { former, folder: join(home, 'import'), kills, print }
    const probe = await startFeedProbe(whole, join(home, 'server'))
    const { ms, maxRss } = await importWhole({ ...options, target: whole })
    const meanwhile = probe.p99()
    await Bun.sleep(ALONE_MS)
    const alone = probe.p99()
    await probe.stop()
    const [load] = loadavg()
    const speed =
      `| import of ${posts} posts, ${Math.ceil(posts / PEOPLE_SHARE)} people | ${(ms / 60_000).toFixed(2)} min, ` +
      `${Math.round(maxRss / 1_048_576)} MB | p99 of the feed ${meanwhile.toFixed(1)} ms, ${alone.toFixed(1)} ms ` +
      `alone; load ${load!.toFixed(1)} |\n`
    print(speed)
    if (kills === 0) return { report: speed, wrong: [] }
    const expected = await digestsOf(whole)
    const killed = await importWithKills({ ...options, target: parts }, Number.parseInt(expected.import_row!, 10))
    const found = await digestsOf(parts)
    const wrong = Object.keys(expected).filter((table) => expected[table] !== found[table])
    return {
      report:
        `${speed}| import | ${posts} posts, ${killed} kills at random moments | ` +
        `${wrong.length === 0 ? 'the same database' : `differs in ${wrong.join(', ')}`} |\n`,
      wrong: [
        ...wrong.map((table) => `${table} is not as without kills`),
        ...(killed < kills ? [`only ${killed} of ${kills} kills happened before the import had ended`] : []),
      ],
    }
  } finally {
    await server.stop()
  }
}
