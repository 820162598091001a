import { closedLoop, type Load, type Shot } from '../load/generate.ts'
import { requestBytes } from '../load/connection.ts'
import { median } from '../load/samples.ts'
import { bareSql, statementsOf } from '../floors/sql.ts'
import { figure, percent, print } from '../rows.ts'
import type { Scenario } from '../scenarios.ts'
import type { Bench } from './bench.ts'

const FLOOR = 20_000

const shotOfFloor = (bytes: number): Shot => ({ bytes: requestBytes(`/${bytes}`), expect: 200 })

async function floorRate({ floor, seconds }: Bench, bytes = FLOOR): Promise<number> {
  const shot = shotOfFloor(bytes)
  return (await closedLoop({ port: floor.port, seconds: Math.max(1, seconds / 2), next: () => shot })).perSecond
}

/** Medians of the samples; `share` is the rate divided by `floor`, the rate of a server that returns constant pages. */
type Measured = { load: Load; share: number; floor: number; errors: number }

async function againstFloor(bench: Bench, next: () => Shot): Promise<Measured> {
  const samples: { load: Load; share: number; floor: number }[] = []
  // The JIT needs some thousand pages before the rate is steady.
  await closedLoop({ port: bench.server.port, seconds: bench.seconds * 2, next })
  for (let repeat = 0; repeat < bench.repeats; repeat += 1) {
    const floor = await floorRate(bench)
    const load = await closedLoop({ port: bench.server.port, seconds: bench.seconds, next })
    samples.push({ load, floor, share: load.perSecond / floor })
  }
  const share = median(samples.map((sample) => sample.share))
  const middle = samples.toSorted((a, b) => Math.abs(a.share - share) - Math.abs(b.share - share))[0]!
  return { ...middle, share, errors: samples.reduce((sum, { load }) => sum + load.errors, 0) }
}

const SAMPLED_PAGES = 20

export async function measureReaders(bench: Bench, scenarios: Scenario[]): Promise<void> {
  for (const scenario of scenarios) {
    print(`  ${scenario.what} ...`)
    const { load, share, floor, errors } = await againstFloor(bench, scenario.next)
    const same = await floorRate(bench, Math.round(load.bytes))
    const pages = await statementsOf(bench.forum, Array.from({ length: SAMPLED_PAGES }, scenario.sample))
    const asks = !scenario.id.endsWith('-hit') && pages.some((page) => page.length > 0)
    const bare = asks ? await bareSql(bench.forum, pages, bench.seconds) : null
    await bench.note({
      id: scenario.id,
      area: scenario.area,
      what: scenario.what,
      measured: percent(share),
      bar: scenario.bar === null ? null : `${scenario.bar} %`,
      reached: scenario.bar === null ? null : share * 100 >= scenario.bar && errors === 0,
      details: {
        'a second': figure(load.perSecond),
        'p50 ms': figure(load.p50),
        'p99 ms': figure(load.p99),
        kB: figure(load.bytes / 1_000),
        'floor C a second': figure(floor),
        'of a constant page of its size': percent(load.perSecond / same),
        'bare SQL a second': bare === null ? '' : figure(bare),
        'of bare SQL': bare === null ? '' : percent(load.perSecond / bare),
        errors: String(errors),
      },
    })
  }
}
