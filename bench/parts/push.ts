import { join } from 'node:path'
import { ROOT } from '#server/commands/console.ts'
import { createBrowser } from '#server/features/push/testing/push-service.ts'
import { freePort } from '#server/lib/free-port.ts'
import { requestBytes } from '../load/connection.ts'
import { constantRate, type Load } from '../load/generate.ts'
import { median, Samples } from '../load/samples.ts'
import { signIn, spawnServer, untilAnswers, type Started } from '../fixture.ts'
import { clock, startPushService, type PushService } from '../push-service.ts'
import { figure, print } from '../rows.ts'
import { of, readers } from '../scenarios.ts'
import type { Bench } from './bench.ts'

const SUBSCRIPTIONS = 10_000
const INSERTED_AT_ONCE = 1_000
const COMMENTS_A_SECOND = 50
const PAGES_A_SECOND = 100
const GROUPED_THREADS = 100
const GROUPING_MS = 10_000
const ARRIVAL_LIMIT_MS = 60_000
const BARS = { single: 2_000, grouped: 2_000, burst: 30, feed: 1.2, piece: 50 }

/** A part of every comment that differs between runs, since equal comments would be held as spam. */
const RUN = Date.now().toString(36)

type Post = { id: number; author: number }

/** Starts a fake push service, with one browser for each of the members 1 to `count`. */
async function subscribeMembers({ forum }: Bench, count: number): Promise<PushService> {
  const { sql } = forum
  await signIn(forum, count)
  const service = await startPushService()
  await sql`delete from push_subscription`
  for (let first = 1; first <= count; first += INSERTED_AT_ONCE) {
    const rows = await Promise.all(
      Array.from({ length: Math.min(INSERTED_AT_ONCE, count - first + 1) }, async (_, at) => {
        const [user_id, { keys }] = [first + at, await createBrowser()]
        const endpoint = service.endpointOf(user_id)
        return { user_id, session_id: `bench-${user_id}`, variant: 'normal', endpoint, ...keys }
      }),
    )
    await sql`insert into push_subscription ${sql(rows)}`
  }
  await sql`insert into notification_settings (user_id, push_on)
    select id, '{comment,reply,mention,message,moderation}' from generate_series(1, ${count}) id
    on conflict (user_id) do update set push_on = excluded.push_on`
  return service
}

const commentOn = (postId: number, token: string, at: number) => ({
  bytes: requestBytes('/api/comments', {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    json: { post_id: postId, content: `Comment ${at} of the measurement ${RUN} of push messages.` },
  }),
  expect: 201,
})

async function until(isDone: () => boolean, limit = ARRIVAL_LIMIT_MS): Promise<void> {
  for (const end = performance.now() + limit; !isDone() && performance.now() < end;) await Bun.sleep(10)
}

/** Each comment is on a post of another subscriber, so that it causes one push message that is sent at once. */
async function measureSingles(bench: Bench, server: Started, service: PushService, posts: Post[]): Promise<void> {
  const { members } = bench.things
  const sentAt = new Map<number, number>()
  const waits = new Samples()
  service.listen((userId, at) => {
    const sent = sentAt.get(userId)
    if (sent === undefined) return
    waits.add(at - sent)
    sentAt.delete(userId)
  })
  const count = Math.min(posts.length, bench.seconds * bench.repeats * COMMENTS_A_SECOND)
  let at = 0
  const { errors } = await constantRate({
    port: server.port,
    seconds: count / COMMENTS_A_SECOND,
    rate: COMMENTS_A_SECOND,
    next: () => {
      const post = posts[(at += 1)]!
      sentAt.set(post.author, clock())
      // Each comment locks the row of its writer, so writers alternate and no comment waits for another.
      const writer = of(members, at).id === post.author ? of(members, at + 1) : of(members, at)
      return commentOn(post.id, writer.token, at)
    },
  })
  await until(() => sentAt.size === 0)
  const p99 = waits.percentile(0.99)
  await bench.note({
    id: 'push-single',
    area: 'push',
    what: `a push, from sending the comment to the push service, ${COMMENTS_A_SECOND} comments a second`,
    measured: `p99 ${figure(p99)} ms`,
    bar: `p99 under ${BARS.single} ms`,
    reached: p99 < BARS.single && sentAt.size === 0 && errors === 0,
    details: { 'p50 ms': figure(waits.percentile(0.5)), of: `${waits.count} of ${at} arrived`, errors: String(errors) },
  })
}

/** A second message about the same thread within ten seconds is sent only ten seconds after the first. */
async function measureGrouped(bench: Bench, server: Started, service: PushService, posts: Post[]): Promise<void> {
  const { members } = bench.things
  const arrivals = new Map<number, number[]>(posts.map(({ author }) => [author, []]))
  service.listen((userId, arrivedAt) => arrivals.get(userId)?.push(arrivedAt))
  let at = 0
  const second = posts.length
  const { errors } = await constantRate({
    port: server.port,
    seconds: (2 * posts.length) / COMMENTS_A_SECOND,
    rate: COMMENTS_A_SECOND,
    next: () => {
      const post = posts[at % second]!
      at += 1
      const writer = of(members, at).id === post.author ? of(members, at + 1) : of(members, at)
      return commentOn(post.id, writer.token, at)
    },
  })
  const all = [...arrivals.values()]
  await until(() => all.every(({ length }) => length === 2))
  const waits = new Samples()
  for (const [first, next] of all) if (next !== undefined) waits.add(next - first! - GROUPING_MS)
  const p99 = waits.percentile(0.99)
  await bench.note({
    id: 'push-grouped',
    area: 'push',
    what: 'the second push of a thread, from the end of its ten seconds to the push service',
    measured: `p99 ${figure(p99)} ms`,
    bar: `p99 under ${BARS.grouped} ms`,
    reached: p99 < BARS.grouped && waits.count === posts.length && errors === 0,
    details: {
      'p50 ms': figure(waits.percentile(0.5)),
      of: `${waits.count} of ${second} arrived`,
      errors: String(errors),
    },
  })
}

type Burst = { seconds: number; arrived: number; expected: number; feed: Load; piece: number }

/** The request that writes a comment notifies the first followers, and a job notifies the others. */
async function untilAllNotified(sql: Bench['forum']['sql']): Promise<void> {
  for (let waiting = 1; waiting > 0; await Bun.sleep(20)) {
    const [jobs] = await sql<{ count: number }[]>`
      select count(*)::int as count from graphile_worker.jobs where task_identifier = 'notify_thread_followers'`
    waiting = jobs!.count
  }
}

/** Writes a comment in a thread that all subscribers follow, while visitors read feeds until all messages arrived. */
async function burst(bench: Bench, running: Running, postId: number): Promise<Burst> {
  const { server, service, subscribers, probePort } = running
  const { sql } = bench.forum
  await sql`insert into thread_level (user_id, post_id, level)
    select id, ${postId}, 'all' from generate_series(1, ${subscribers}) id on conflict do nothing`
  const arrived = new Set<number>()
  let last = 0
  service.listen((userId, at) => {
    arrived.add(userId)
    last = Math.max(last, at)
  })
  const [writer] = await signIn(bench.forum, 1, subscribers + 1)
  await takeLongest(probePort)
  const startedAt = clock()
  let expected = Infinity
  const isDone = () => arrived.size >= expected
  async function comment(): Promise<void> {
    const answer = await fetch(`http://127.0.0.1:${server.port}/api/comments`, {
      method: 'POST',
      headers: { host: 'localhost', authorization: `Bearer ${writer!.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ post_id: postId, content: `A comment on ${postId} of which all hear in ${RUN}.` }),
    })
    if (answer.status !== 201) throw new Error(`The comment was answered with ${answer.status}`)
    const { id } = (await answer.json()) as { id: number }
    await untilAllNotified(sql)
    // Followers who blocked the author get no notification.
    const [counted] = await sql<{ count: number }[]>`
      select count(*)::int as count from notification where post_id = ${postId} and comment_id = ${id}`
    expected = counted!.count
    await until(isDone)
  }
  const [feed] = await Promise.all([readFeeds(bench, server, ARRIVAL_LIMIT_MS / 1_000, isDone), comment()])
  await sql`delete from thread_level where post_id = ${postId}`
  const piece = await takeLongest(probePort)
  return { seconds: (last - startedAt) / 1_000, arrived: arrived.size, expected, feed, piece }
}

const takeLongest = async (port: number) =>
  ((await (await fetch(`http://127.0.0.1:${port}/`)).json()) as { longest: number }).longest

function readFeeds(bench: Bench, server: Started, seconds: number, ended?: () => boolean): Promise<Load> {
  const { next } = readers(bench.things).find(({ id }) => id === 'feed-miss')!
  return constantRate({ port: server.port, seconds, rate: PAGES_A_SECOND, next, ...(ended && { until: ended }) })
}

type Running = { server: Started; service: PushService; subscribers: number; probePort: number }

async function measureBursts(bench: Bench, running: Running, posts: Post[]): Promise<void> {
  const { server, subscribers } = running
  const bursts: Burst[] = []
  const quiet: Load[] = []
  for (const { id } of posts) {
    const made = await burst(bench, running, id)
    bursts.push(made)
    quiet.push(await readFeeds(bench, server, made.seconds))
  }
  const isWhole = bursts.every(({ arrived, expected }) => arrived === expected)
  const errors = String([...bursts.map(({ feed }) => feed), ...quiet].reduce((sum, load) => sum + load.errors, 0))
  const seconds = median(bursts.map((each) => each.seconds))
  const piece = median(bursts.map((each) => each.piece))
  const [beside, without] = [bursts.map(({ feed }) => feed), quiet].map((loads) => median(loads.map(({ p99 }) => p99)))
  const ratio = beside! / without!
  const what = `${subscribers.toLocaleString('en')} messages of one comment`
  await bench.note({
    id: 'push-burst',
    area: 'push',
    what: `${what}, from sending it to the last arrival`,
    measured: `${figure(seconds)} s`,
    bar: `under ${BARS.burst} s`,
    reached: isWhole && seconds < BARS.burst,
    details: { of: bursts.map(({ arrived, expected }) => `${arrived} of ${expected}`).join(', '), errors },
  })
  await bench.note({
    id: 'push-feed',
    area: 'push',
    what: `feed pages (${PAGES_A_SECOND} a second) during ${what}, against without`,
    measured: `p99 ${figure(ratio)} times`,
    bar: `at most ${BARS.feed} times`,
    reached: ratio <= BARS.feed && errors === '0',
    details: { of: `p99 ${figure(without!)} → ${figure(beside!)} ms`, errors },
  })
  await bench.note({
    id: 'push-piece',
    area: 'push',
    what: `longest piece of the main thread during ${what}`,
    measured: `${figure(piece)} ms`,
    bar: `under ${BARS.piece} ms`,
    reached: piece < BARS.piece,
    details: {},
  })
}

/** Measures how soon push messages to many subscribers are sent, and how much readers are slowed down meanwhile. */
export async function measurePush(bench: Bench): Promise<void> {
  const { forum, repeats } = bench
  const count = Math.min(SUBSCRIPTIONS, forum.sizes.users - 1)
  print(`  ${count.toLocaleString('en')} push subscriptions ...`)
  const service = await subscribeMembers(bench, count)
  const posts = await forum.sql<Post[]>`
    select distinct on (p.author_id) p.id, p.author_id as author from post p join post_rank r on r.post_id = p.id
    where p.author_id between 1 and ${count} and r.is_listed and not r.is_nsfw
    order by p.author_id, p.id desc`
  const probePort = await freePort()
  const server = await spawnServer({
    dataDir: forum.dataDir,
    settings: { DATABASE_URL: forum.url, PUSH_ALLOW_PRIVATE: 'true', PROBE_PORT: String(probePort) },
    args: ['--preload', join(ROOT, 'bench/costliest/probe.ts')],
  })
  // Pauses the server of the other parts: it shares the job queue, so it would take half of the push jobs.
  bench.server.child.kill('SIGSTOP')
  try {
    await untilAnswers(server)
    await readFeeds(bench, server, bench.seconds)
    await measureBursts(bench, { server, service, subscribers: count, probePort }, posts.slice(0, repeats))
    await measureGrouped(bench, server, service, posts.slice(repeats, repeats + GROUPED_THREADS))
    await measureSingles(bench, server, service, posts.slice(repeats + GROUPED_THREADS))
  } finally {
    bench.server.child.kill('SIGCONT')
    await server.stop()
    service.stop()
    await forum.sql`delete from push_subscription`
    await forum.sql`delete from notification_settings where user_id <= ${count}`
  }
}
