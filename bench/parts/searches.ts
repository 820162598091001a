import { Samples } from '../load/samples.ts'
import { signIn, type Started } from '../fixture.ts'
import { figure, print } from '../rows.ts'
import { of } from '../scenarios.ts'
import type { Bench } from './bench.ts'

const AT_ONCE = 12
const ALL = 36
const FEED_EVERY_MS = 20
const MEMBERS = 20
const BARS = { others: 2 }

/** All posts contain the words, but none in this order, so a search must read every candidate. */
const phrases = (at: number) =>
  `"coffee las rower coffee" "chleb city train chleb" "book server las book" -nowhere${at}`

async function search({ port }: Started, q: string): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/search?q=${encodeURIComponent(q)}&type=posts`, {
    headers: { host: 'localhost' },
  })
  await answer.bytes()
  return answer.status
}

/** Measures how much heavy searches by one visitor slow members' feeds, and how many of the searches are answered. */
export async function measureSearches({ forum, server, seconds, note }: Bench): Promise<void> {
  const members = await signIn(forum, MEMBERS, 100)
  let asked = 0
  let isEnding = false

  async function readFeeds(waits: Samples): Promise<void> {
    const reads: Promise<void>[] = []
    for (let at = 0; !isEnding; at += 1) {
      const sentAt = performance.now()
      const headers = { host: 'localhost', authorization: `Bearer ${of(members, at).token}` }
      reads.push(
        fetch(`http://127.0.0.1:${server.port}/api/posts?limit=20`, { headers }).then(async (answer) => {
          await answer.bytes()
          if (!answer.ok) throw new Error(`A feed was answered with ${answer.status}`)
          waits.add(performance.now() - sentAt)
        }),
      )
      await Bun.sleep(FEED_EVERY_MS)
    }
    await Promise.all(reads)
  }
  const statuses = new Map<number, number>()
  async function searchOn(): Promise<void> {
    while (!isEnding) {
      const status = await search(server, phrases((asked += 1)))
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  }
  async function run(searchers: number): Promise<Samples> {
    const waits = new Samples()
    isEnding = false
    const ending = Bun.sleep(seconds * 4_000).then(() => {
      isEnding = true
    })
    await Promise.all([ending, readFeeds(waits), ...Array.from({ length: searchers }, () => searchOn())])
    return waits
  }
  print(`  members' feeds while one visitor sends ${AT_ONCE} searches of three phrases at once ...`)
  await run(0)
  const [before, beside, after] = [await run(0), await run(AT_ONCE), await run(0)]
  const p99 = (before.percentile(0.99) + after.percentile(0.99)) / 2
  const ratio = beside.percentile(0.99) / p99
  const listed = (counts: Map<number, number>) =>
    [...counts].map(([status, count]) => `${count} × ${status}`).join(', ')
  await note({
    id: 'searches-others',
    area: 'searches',
    what: `p99 of members' feeds while one visitor keeps ${AT_ONCE} searches of three phrases open, against without`,
    measured: `${figure(ratio)} times`,
    bar: `under ${BARS.others} times`,
    reached: ratio < BARS.others && !statuses.has(500),
    details: {
      'without ms': figure(p99),
      'with ms': figure(beside.percentile(0.99)),
      'median with ms': figure(beside.percentile(0.5)),
      searches: listed(statuses),
    },
  })
  print(`  ${ALL} of them at once ...`)
  const startedAt = performance.now()
  const all = await Promise.all(Array.from({ length: ALL }, () => search(server, phrases((asked += 1)))))
  const found = Map.groupBy(all, (status) => status)
  await note({
    id: 'searches-at-once',
    area: 'searches',
    what: `of ${ALL} such searches at once by one visitor are answered`,
    measured: String(found.get(200)?.length ?? 0),
    bar: String(ALL),
    reached: found.get(200)?.length === ALL,
    details: {
      searches: listed(new Map([...found].map(([status, { length }]) => [status, length]))),
      seconds: figure((performance.now() - startedAt) / 1_000),
    },
  })
}
