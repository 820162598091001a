import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { median } from '../load/samples.ts'
import { figure, print } from '../rows.ts'
import { spawnServer, untilAnswers } from '../fixture.ts'
import type { Bench } from './bench.ts'

/** Measures the time from the start of the process to the first feed, with an existing database and with a new one. */
export async function measureStart(bench: Bench): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'watek-start-'))
  try {
    print('  first run with the demo forum ...')
    const first = await spawnServer({ dataDir: folder, settings: { DEMO: 'on', LOG_LEVEL: 'info' } })
    const startedAt = performance.now()
    const answers = await untilAnswers(first, '/')
    while (!first.output().includes('The demo forum is complete')) {
      if (first.child.exitCode !== null || performance.now() - startedAt > 300_000) throw new Error(first.output())
      await Bun.sleep(50)
    }
    const complete = (performance.now() - startedAt) / 1_000
    await first.stop()
    await bench.note({
      id: 'start-first',
      area: 'start',
      what: 'first run: a new database with the demo forum',
      measured: `${figure(complete)} s`,
      bar: '60 s',
      reached: complete <= 60,
      details: { 'first page after': `${figure(answers / 1_000)} s` },
    })

    print('  start on an existing database ...')
    const times: number[] = []
    for (let repeat = 0; repeat < bench.repeats; repeat += 1) {
      const server = await spawnServer({ dataDir: folder })
      times.push(await untilAnswers(server, '/'))
      await server.stop()
    }
    const typical = median(times) / 1_000
    await bench.note({
      id: 'start-again',
      area: 'start',
      what: 'start on an existing database, PostgreSQL with it',
      measured: `${figure(typical)} s`,
      bar: '2 s',
      reached: typical <= 2,
      details: { 'first page after': `${figure(typical)} s` },
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
