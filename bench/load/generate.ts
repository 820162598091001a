import { Connection, type Answer } from './connection.ts'
import { Samples } from './samples.ts'

export type Shot = { bytes: Uint8Array; expect: number }

/** Rates per second, times in milliseconds. */
export type Load = {
  requests: number
  errors: number
  perSecond: number
  bytes: number
  p50: number
  p99: number
  max: number
  wrong: Record<string, number>
}

type Options = { port: number; connections?: number; seconds: number; next: () => Shot }

/** The load ends early once `until` returns true. */
type RateOptions = Options & { rate: number; until?: () => boolean }

class Tally {
  readonly samples = new Samples()
  readonly wrong: Record<string, number> = {}
  errors = 0
  bytes = 0

  note(answer: Answer, shot: Shot, ms: number): void {
    this.samples.add(ms)
    this.bytes += answer.bytes
    if (answer.status === shot.expect) return
    this.errors += 1
    this.wrong[answer.status] = (this.wrong[answer.status] ?? 0) + 1
  }

  result(seconds: number): Load {
    const { samples } = this
    return {
      requests: samples.count,
      errors: this.errors,
      perSecond: samples.count / seconds,
      bytes: samples.count === 0 ? 0 : this.bytes / samples.count,
      p50: samples.percentile(0.5),
      p99: samples.percentile(0.99),
      max: samples.percentile(1),
      wrong: this.wrong,
    }
  }
}

export async function closedLoop({ port, connections = 16, seconds, next }: Options): Promise<Load> {
  const tally = new Tally()
  const startedAt = performance.now()
  const end = startedAt + seconds * 1_000
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const connection = new Connection(port)
      while (performance.now() < end) {
        const shot = next()
        const from = performance.now()
        const answer = await connection.ask(shot.bytes)
        tally.note(answer, shot, performance.now() - from)
        if (answer.status === 0) await Bun.sleep(1)
      }
      connection.close()
    }),
  )
  return tally.result((performance.now() - startedAt) / 1_000)
}

/** Times each request from the moment at which it was due, so that a stall counts for every request that it delays. */
export async function constantRate({
  port,
  connections = 256,
  seconds,
  next,
  rate,
  until = () => false,
}: RateOptions): Promise<Load> {
  const tally = new Tally()
  const free = Array.from({ length: connections }, () => new Connection(port))
  const waiting: number[] = []
  const startedAt = performance.now()
  let total = Math.floor(rate * seconds)
  let sent = 0
  let answered = 0

  async function shoot(connection: Connection, due: number): Promise<void> {
    for (let at: number | undefined = due; at !== undefined; at = waiting.shift()) {
      const shot = next()
      const answer = await connection.ask(shot.bytes)
      tally.note(answer, shot, performance.now() - at)
      answered += 1
    }
    free.push(connection)
  }

  while (sent < total) {
    for (const now = performance.now(); sent < total; sent += 1) {
      const due = startedAt + (sent / rate) * 1_000
      if (due > now) break
      const connection = free.pop()
      if (connection) void shoot(connection, due)
      else waiting.push(due)
    }
    if (until()) total = sent
    await Bun.sleep(1)
  }
  const lasted = (performance.now() - startedAt) / 1_000
  const limit = performance.now() + 30_000
  while (answered < total && performance.now() < limit) await Bun.sleep(5)
  for (const connection of free) connection.close()
  const result = tally.result(lasted)
  // Requests without a response within half a minute count as errors.
  return { ...result, errors: result.errors + total - answered }
}
