import { sql } from 'drizzle-orm'
import { createDb } from '#server/db/driver/client.ts'
import { figure, print } from '../rows.ts'
import type { Bench } from './bench.ts'

const IN_FLIGHT = 64

/** Runs more concurrent queries than there are connections, and compares the last tenth of the run with the first. */
export async function measureSoak(bench: Bench): Promise<void> {
  print(`  ${bench.queries.toLocaleString('en')} queries through the pool ...`)
  const { db, close } = createDb(bench.forum.url)
  const tenth = Math.floor(bench.queries / 10)
  const marks: number[] = []
  let sent = 0
  let done = 0
  const { posts } = bench.things
  const warm = performance.now()
  while (performance.now() - warm < 3_000)
    await Promise.all(
      Array.from({ length: IN_FLIGHT }, () =>
        db.execute(sql`select comment_count from post_rank where post_id = ${posts[0]}`),
      ),
    )
  const startedAt = performance.now()
  await Promise.all(
    Array.from({ length: IN_FLIGHT }, async () => {
      while (sent < bench.queries) {
        const at = sent++
        await db.execute(sql`select comment_count from post_rank where post_id = ${posts[at % posts.length]}`)
        done += 1
        if (done % tenth === 0) marks.push(performance.now())
      }
    }),
  )
  await close()
  const rates = marks.map((mark, at) => tenth / ((mark - (marks[at - 1] ?? startedAt)) / 1_000))
  const [first, last] = [rates[0]!, rates.at(-1)!]
  await bench.note({
    id: 'soak',
    area: 'soak',
    what: `${bench.queries.toLocaleString('en')} queries, ${IN_FLIGHT} in flight`,
    measured: `last tenth ${figure((last / first) * 100)} % as fast as the first`,
    bar: 'give or take 10 %',
    reached: last / first >= 0.9,
    details: {
      'first tenth a second': figure(first),
      'last tenth a second': figure(last),
      'every tenth': rates.map((rate) => Math.round(rate)).join(', '),
    },
  })
}
