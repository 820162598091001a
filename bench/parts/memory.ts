import { closedLoop, constantRate } from '../load/generate.ts'
import { makeMp4 } from '#server/media/testing/videos.ts'
import { Connection, requestBytes } from '../load/connection.ts'
import { figure, print } from '../rows.ts'
import { of } from '../scenarios.ts'
import { residentMb, spawnServer, untilAnswers } from '../fixture.ts'
import type { Bench } from './bench.ts'
import { errorsOf, formWith, mixedTraffic } from './writes.ts'

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

export async function measureMemory(bench: Bench): Promise<void> {
  const server = await spawnServer({ dataDir: bench.forum.dataDir })
  try {
    await untilAnswers(server)
    await Bun.sleep(10_000)
    const idle = await residentMb(server.pid)
    await bench.note({
      id: 'memory-idle',
      area: 'memory',
      what: 'idle, 10 s after the start',
      measured: `${figure(idle)} MB`,
      bar: 'under 200 MB',
      reached: idle < 200,
      details: {},
    })

    const next = mixedTraffic(bench.things)
    await closedLoop({ port: server.port, seconds: bench.seconds * 4, next })
    const most = await closedLoop({ port: server.port, seconds: bench.seconds, next })
    const rate = most.perSecond / 2
    print(`  memory under ${figure(rate)} mixed requests a second for ${bench.minutes} min ...`)
    const seen: number[] = []
    const watch = setInterval(() => void residentMb(server.pid).then((mb) => seen.push(mb)), 2_000)
    const load = await constantRate({ port: server.port, seconds: bench.minutes * 60, next, rate })
    clearInterval(watch)
    const third = Math.floor(seen.length / 3)
    const [middle, last] = [mean(seen.slice(third, 2 * third)), mean(seen.slice(2 * third))]
    const most350 = Math.max(...seen)
    await bench.note({
      id: 'memory-load',
      area: 'memory',
      what: `mixed traffic for ${bench.minutes} min at half of the saturating rate`,
      measured: `at most ${figure(most350)} MB`,
      bar: 'under 350 MB and flat',
      reached: most350 < 350 && last < middle * 1.05,
      details: { 'middle third': `${figure(middle)} MB`, 'last third': `${figure(last)} MB`, errors: errorsOf(load) },
    })

    print('  eight uploads of 50 MB ...')
    const film = makeMp4({ handlers: ['vide'], pictures: 'x'.repeat(50_000_000) })
    const before = await residentMb(server.pid)
    let peak = before
    const peaks = setInterval(
      () =>
        void residentMb(server.pid).then((mb) => {
          peak = Math.max(peak, mb)
        }),
      20,
    )
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) => {
        const { body, contentType } = formWith('file', 'film.mp4', 'video/mp4', film)
        const headers = { authorization: `Bearer ${of(bench.things.members, at).token}`, 'content-type': contentType }
        const connection = new Connection(server.port)
        return connection
          .ask(requestBytes('/api/upload/video', { method: 'POST', headers, body }))
          .finally(() => connection.close())
      }),
    )
    clearInterval(peaks)
    const failed = answers.filter((answer) => answer.status !== 201)
    await bench.note({
      id: 'memory-uploads',
      area: 'memory',
      what: 'eight uploads of 50 MB at once',
      measured: `${figure(peak - before)} MB more`,
      bar: 'less than 64 MB more',
      reached: peak - before < 64 && failed.length === 0,
      details: {
        'middle third': '',
        'last third': '',
        errors: failed.map((answer) => answer.status).join(', ') || '0',
      },
    })
  } finally {
    await server.stop()
  }
}
