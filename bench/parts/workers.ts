import { closedLoop } from '../load/generate.ts'
import { median } from '../load/samples.ts'
import { figure, print } from '../rows.ts'
import { readers } from '../scenarios.ts'
import { spawnServer, untilAnswers } from '../fixture.ts'
import type { Bench } from './bench.ts'

const BAR = 1.35
const CONNECTIONS = 32
const WARM_UP_SAMPLES = 4
/** One pair of samples may deviate by a tenth, so several pairs are measured. */
const PAIRS_PER_REPEAT = 3

/** There are more connections than in other parts, since the system distributes connections over the workers. */
export async function measureWorkers(bench: Bench): Promise<void> {
  print('  two workers against one ...')
  const { next } = readers(bench.things).find(({ id }) => id === 'feed-miss')!
  const { dataDir, url } = bench.forum
  const servers = await Promise.all(
    [1, 2].map((count) => spawnServer({ dataDir, settings: { DATABASE_URL: url, WORKERS: String(count) } })),
  )
  try {
    const rates: number[][] = [[], []]
    let errors = 0
    for (const [at, server] of servers.entries()) {
      await untilAnswers(server)
      await closedLoop({
        port: server.port,
        connections: CONNECTIONS,
        seconds: bench.seconds * WARM_UP_SAMPLES * (at + 1),
        next,
      })
    }
    for (let repeat = 0; repeat < bench.repeats * PAIRS_PER_REPEAT; repeat += 1) {
      for (const [at, server] of servers.entries()) {
        const load = await closedLoop({ port: server.port, connections: CONNECTIONS, seconds: bench.seconds, next })
        rates[at]!.push(load.perSecond)
        errors += load.errors
      }
    }
    const [one, two] = rates as [number[], number[]]
    const ratio = median(two.map((rate, at) => rate / one[at]!))
    await bench.note({
      id: 'workers',
      area: 'workers',
      what: 'feed, rendered for each request',
      measured: `${figure(ratio)} times`,
      bar: `${BAR} times`,
      reached: ratio >= BAR && errors === 0,
      details: {
        'a second, one worker': figure(median(one)),
        'two workers': figure(median(two)),
        errors: String(errors),
      },
    })
  } finally {
    for (const server of servers) await server.stop()
  }
}
