import { join } from 'node:path'
import type { Sizes } from '#server/db/seed/large.ts'
import { measureAgainst } from './parts/against.ts'
import { measureCostliestCalls } from './parts/costliest.ts'
import { measureFeeds } from './parts/feeds.ts'
import { measureFilters } from './parts/filters.ts'
import { measureGrowth } from './parts/growth.ts'
import { measureLive } from './parts/live.ts'
import { measureMemory } from './parts/memory.ts'
import { measureMixed, measureWrites } from './parts/writes.ts'
import { measurePush } from './parts/push.ts'
import { measureReaders } from './parts/rates.ts'
import { measureSearches } from './parts/searches.ts'
import { measureSizes } from './parts/sizes.ts'
import { measureSoak } from './parts/soak.ts'
import { measureStart } from './parts/start.ts'
import { measureVotes } from './parts/votes.ts'
import { measureWorkers } from './parts/workers.ts'
import type { Bench } from './parts/bench.ts'
import { AREAS, print, type Row } from './rows.ts'
import { readers, thingsOf } from './scenarios.ts'
import { openForum, spawnFloor, spawnServer, untilAnswers } from './fixture.ts'

type Options = {
  home: string
  sizes: Sizes
  only: Set<string> | null
  seconds: number
  repeats: number
  minutes: number
  queries: number
  /** A tag or commit to compare with; if given, only this comparison runs. */
  against: string | null
}

const ORDER = Object.keys(AREAS)

/** The parts that write most come last, and rows of earlier runs are kept unless they are measured again. */
export async function runParts({
  home,
  sizes,
  only,
  against,
  ...options
}: Options): Promise<{ rows: Row[]; failed: string[] }> {
  const file = join(home, `results-${sizes.posts}.json`)
  const readRows = async () =>
    new Map<string, Row>(
      (
        (await Bun.file(file)
          .json()
          .catch(() => [])) as Row[]
      ).map((row) => [row.id, row]),
    )
  const hasCostliest = against === null && only?.has('costliest-calls') === true
  const settings: Record<string, string> = hasCostliest ? { shared_preload_libraries: 'pg_stat_statements' } : {}
  const forum = await openForum(join(home, `posts-${sizes.posts}`), sizes, print, settings)
  const server = await spawnServer({ dataDir: forum.dataDir })
  const floor = await spawnFloor()
  const failed: string[] = []
  try {
    await untilAnswers(server)
    const things = await thingsOf(forum)
    const note = async (row: Omit<Row, 'at'>) => {
      const kept = (await readRows()).set(row.id, { ...row, at: new Date().toISOString() })
      print(
        `    ${row.what}: ` +
          `${row.measured}${row.bar === null ? '' : `, bar ${row.bar}: ${row.reached ? 'reached' : 'short'}`} ` +
          `${JSON.stringify(row.details)}`,
      )
      await Bun.write(file, JSON.stringify([...kept.values()], null, 2))
    }
    const bench: Bench = { forum, things, server, floor, note, ...options }
    const scenarios = readers(things)
    const wanted = (part: string, area: (id: string) => boolean) =>
      scenarios.filter(({ id, area: of }) => area(of) && (only === null || only.has(part) || only.has(id)))
    const isWanted = (part: string) => only === null || only.has(part)
    const parts: [string, boolean, () => Promise<void>][] =
      against !== null
        ? [['against', true, () => measureAgainst(bench, { home, revision: against, only })]]
        : [
            ['sizes', isWanted('sizes'), () => measureSizes(bench)],
            [
              'pages',
              true,
              () =>
                measureReaders(
                  bench,
                  wanted('pages', (area) => area === 'visitor' || area === 'member'),
                ),
            ],
            [
              'json',
              true,
              () =>
                measureReaders(
                  bench,
                  wanted('json', (area) => area === 'json'),
                ),
            ],
            ['growth', isWanted('growth'), () => growth(bench, home)],
            ['feeds', isWanted('feeds'), () => measureFeeds(bench)],
            ['filters', isWanted('filters'), () => measureFilters(bench)],
            ['searches', isWanted('searches'), () => measureSearches(bench)],
            ['push', isWanted('push'), () => measurePush(bench)],
            ['live', isWanted('live'), () => measureLive(bench)],
            ['workers', isWanted('workers'), () => measureWorkers(bench)],
            ['soak', isWanted('soak'), () => measureSoak(bench)],
            ['start', isWanted('start'), () => measureStart(bench)],
            ['votes', isWanted('votes'), () => measureVotes(bench)],
            ['writes', isWanted('writes'), () => measureWrites(bench)],
            ['mixed', isWanted('mixed'), () => measureMixed(bench)],
            ['memory', isWanted('memory'), () => measureMemory(bench)],
            ['costliest-calls', hasCostliest, () => measureCostliestCalls(bench, only ?? new Set())],
          ]
    for (const [part, isOn, measure] of parts) {
      if (!isOn) continue
      await measure().catch((error: unknown) => {
        failed.push(`${part}: ${error instanceof Error ? error.message : String(error)}`)
        print(`  ${failed.at(-1)}`)
      })
    }
  } finally {
    await server.stop()
    await floor.stop()
    await forum.sql.end()
    await forum.embedded.stop()
  }
  return {
    rows: [...(await readRows()).values()].toSorted((a, b) => ORDER.indexOf(a.area) - ORDER.indexOf(b.area)),
    failed,
  }
}

async function growth(bench: Bench, home: string): Promise<void> {
  const small = Object.fromEntries(
    Object.entries(bench.forum.sizes).map(([name, size]) => [name, Math.max(50, Math.round(size / 100))]),
  ) as Sizes
  const forum = await openForum(join(home, `posts-${bench.forum.sizes.posts}-hundredth`), small, print)
  const server = await spawnServer({ dataDir: forum.dataDir })
  try {
    await untilAnswers(server)
    await measureGrowth(bench, { forum, server })
  } finally {
    await server.stop()
    await forum.sql.end()
    await forum.embedded.stop()
  }
}
