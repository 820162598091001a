import type { Socket } from 'bun'
import { constantRate, type Load } from '../load/generate.ts'
import { requestBytes } from '../load/connection.ts'
import { median, Samples } from '../load/samples.ts'
import { figure, print } from '../rows.ts'
import { of, readers } from '../scenarios.ts'
import { residentMb, signIn, spawnServer, untilAnswers } from '../fixture.ts'
import type { Bench } from './bench.ts'

const STREAMS = 10_000
const OPENING_AT_ONCE = 50
const COMMENTS_A_SECOND = 50
const PAGES_A_SECOND = 100
const SETTLE_MS = 20_000
const ARRIVAL_LIMIT_MS = 30_000
const BARS = { kilobytes: 12, notice: 250, feed: 1.2 }

type Listener = { socket: Socket; isOpen: boolean }

/** Calls `onNumber` with the number in the comment that a notification quotes. */
async function openStream(port: number, token: string, onNumber: (at: number) => void): Promise<Listener> {
  const opened = Promise.withResolvers<void>()
  let text = ''
  const listener = { isOpen: false } as Listener
  listener.socket = await Bun.connect({
    hostname: '127.0.0.1',
    port,
    socket: {
      data(_, chunk) {
        text += chunk.toString()
        if (!listener.isOpen && text.includes('event: hello')) {
          listener.isOpen = true
          opened.resolve()
        }
        const end = text.lastIndexOf('\n\n')
        if (end < 0) return
        for (const [, at] of text.slice(0, end).matchAll(/"content":"Comment (\d+) of a measurement/g))
          onNumber(Number(at))
        text = text.slice(end)
      },
      close() {
        listener.isOpen = false
      },
      error() {
        listener.isOpen = false
      },
    },
  })
  listener.socket.write(requestBytes('/api/events?topics=me', { headers: { authorization: `Bearer ${token}` } }))
  await opened.promise
  return listener
}

/** Requests feeds and writes comments at constant rates, each on the post of a member with an open stream. */
async function measureTraffic(
  bench: Bench,
  port: number,
  posts: { id: number; author: number }[],
  sentAt: Map<number, number>,
  first: number,
): Promise<{ feed: Load; comments: Load }> {
  const {
    things: { members },
  } = bench
  const seconds = bench.seconds * 3
  const feed = readers(bench.things).find(({ id }) => id === 'feed-miss')!
  let at = first
  const comment = () => {
    at += 1
    const post = of(posts, at)
    // Each comment locks the row of its writer, so writers alternate and no comment waits for another.
    const writer = of(members, at).id === post.author ? of(members, at + 1) : of(members, at)
    sentAt.set(at, performance.now())
    return {
      bytes: requestBytes('/api/comments', {
        method: 'POST',
        headers: { authorization: `Bearer ${writer.token}` },
        json: { post_id: post.id, content: `Comment ${at} of a measurement.` },
      }),
      expect: 201,
    }
  }
  const [pages, comments] = await Promise.all([
    constantRate({ port, seconds, rate: PAGES_A_SECOND, next: feed.next }),
    constantRate({ port, seconds, rate: COMMENTS_A_SECOND, next: comment }),
  ])
  return { feed: pages, comments }
}

/** The comments of the first sample are numbered from `first` on. */
async function repeatTraffic(
  bench: Bench,
  port: number,
  posts: { id: number; author: number }[],
  sentAt: Map<number, number>,
  first: number,
) {
  const samples: { feed: Load; comments: Load }[] = []
  for (let repeat = 0; repeat < bench.repeats; repeat += 1)
    samples.push(await measureTraffic(bench, port, posts, sentAt, first + repeat * 10_000))
  return {
    p50: median(samples.map(({ feed }) => feed.p50)),
    p99: median(samples.map(({ feed }) => feed.p99)),
    errors: samples.reduce((sum, { feed, comments }) => sum + feed.errors + comments.errors, 0),
  }
}

/** Waits until the process could collect garbage and release memory, then returns its memory in MB. */
async function settledMb(pid: number): Promise<number> {
  await Bun.sleep(SETTLE_MS)
  return residentMb(pid)
}

/** Measures many open event streams: memory, how soon notifications arrive, how much others slow down. */
export async function measureLive(bench: Bench): Promise<void> {
  const streams = Math.min(STREAMS, bench.forum.sizes.users)
  print(`  ${streams.toLocaleString('en')} open streams ...`)
  const members = await signIn(bench.forum, streams)
  const posts = await bench.forum.sql<{ id: number; author: number }[]>`
    select distinct on (p.author_id) p.id, p.author_id as author from post p join post_rank r on r.post_id = p.id
    where p.author_id between 1 and ${streams} and r.is_listed and not r.is_nsfw
    order by p.author_id, p.id desc limit 2000`
  const server = await spawnServer({ dataDir: bench.forum.dataDir, settings: { DATABASE_URL: bench.forum.url } })
  const listeners: Listener[] = []
  const sentAt = new Map<number, number>()
  const arrivals = new Samples()
  const arrived = new Set<number>()
  try {
    await untilAnswers(server)
    await measureTraffic(bench, server.port, posts, new Map(), 0)
    const without = await repeatTraffic(bench, server.port, posts, new Map(), 100_000)
    const before = await settledMb(server.pid)
    for (let at = 0; at < members.length; at += OPENING_AT_ONCE) {
      listeners.push(
        ...(await Promise.all(
          members.slice(at, at + OPENING_AT_ONCE).map(({ token }) =>
            openStream(server.port, token, (number) => {
              const sent = sentAt.get(number)
              if (sent === undefined || arrived.has(number)) return
              arrived.add(number)
              arrivals.add(performance.now() - sent)
            }),
          ),
        )),
      )
    }
    const each = (((await settledMb(server.pid)) - before) * 1_000) / streams
    const withStreams = await repeatTraffic(bench, server.port, posts, sentAt, 200_000)
    for (const end = performance.now() + ARRIVAL_LIMIT_MS; arrived.size < sentAt.size && performance.now() < end;)
      await Bun.sleep(50)
    const open = listeners.filter(({ isOpen }) => isOpen).length
    const errors = String(withStreams.errors)
    await bench.note({
      id: 'live-memory',
      area: 'live',
      what: `${streams.toLocaleString('en')} open streams on one process`,
      measured: `${figure(each)} kB each`,
      bar: `under ${BARS.kilobytes} kB`,
      reached: each < BARS.kilobytes && open === streams,
      details: { 'p50 ms': '', of: `${open} open`, errors },
    })
    const p99 = arrivals.percentile(0.99)
    await bench.note({
      id: 'live-notice',
      area: 'live',
      what: `a notice, from sending the comment to its listener, ${COMMENTS_A_SECOND} comments a second`,
      measured: `p99 ${figure(p99)} ms`,
      bar: `p99 under ${BARS.notice} ms`,
      reached: p99 < BARS.notice && arrived.size === sentAt.size,
      details: { 'p50 ms': figure(arrivals.percentile(0.5)), of: `${arrived.size} of ${sentAt.size} arrived`, errors },
    })
    const ratio = withStreams.p99 / without.p99
    await bench.note({
      id: 'live-feed',
      area: 'live',
      what:
        `feed pages (${PAGES_A_SECOND} a second) with the streams against without, both with ${COMMENTS_A_SECOND} ` +
        'comments a second',
      measured: `p99 ${figure(ratio)} times`,
      bar: `at most ${BARS.feed} times`,
      reached: ratio <= BARS.feed,
      details: {
        'p50 ms': `${figure(without.p50)} → ${figure(withStreams.p50)}`,
        of: `p99 ${figure(without.p99)} → ${figure(withStreams.p99)} ms`,
        errors,
      },
    })
  } finally {
    for (const { socket } of listeners) socket.end()
    await server.stop()
  }
}
