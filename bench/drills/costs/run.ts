import { join } from 'node:path'
import postgres from 'postgres'
import { createDb } from '#server/db/driver/client.ts'
import { costModel, type Costs } from '#server/features/costs/rules.ts'
import { findHours, measureForum, upsertSample } from '#server/features/costs/queries.ts'
import { hourOf } from '#server/features/costs/recorder.ts'
import type { CostSample } from '#server/features/costs/rules.ts'
import { ADMIN_PASSWORD, openForum, SESSION_SECRET, type Forum } from '../../fixture.ts'
import { requestBytes } from '../../load/connection.ts'
import { constantRate, type Shot } from '../../load/generate.ts'
import { newestComments, newestPosts, signInMembers, type Member } from '../members.ts'

/** Load of each of the eight simulated hours of a day, relative to the mean of the day. */
const CURVE = [0.4, 0.2, 0.5, 0.9, 1.2, 1.4, 1.8, 1.6]
const REQUESTS_A_MEMBER = 24
const BAR = 0.15
/** The second forum has this many times as many members as the first. */
const TIMES = 2

export type Day = { members: number; requests: number; errors: number; costs: Costs }
export type CostsResult = {
  small: Day
  large: Day
  estimate: Costs
  deviations: { name: string; measured: number; estimated: number; share: number }[]
  wrong: string[]
}

type Say = (line: string) => void

function requestsOf(members: Member[], posts: number[], comments: number[], run: string): () => Shot {
  let number = 0
  return () => {
    const [n, member] = [number, members[number % members.length]!]
    const [post, comment] = [posts[(n * 7) % posts.length]!, comments[(n * 11) % comments.length]!]
    number += 1
    const signedIn = { cookie: `session=${member.token}`, 'accept-encoding': 'br' }
    const bearer = { authorization: `Bearer ${member.token}`, 'idempotency-key': `${run}-${n}` }
    const get = (path: string, headers: Record<string, string> = signedIn): Shot => ({
      bytes: requestBytes(path, { headers }),
      expect: 200,
    })
    const send = (path: string, json: unknown, expect = 200): Shot => ({
      bytes: requestBytes(path, { method: 'POST', headers: bearer, json }),
      expect,
    })
    // Consecutive requests are of different kinds, so that every hour has all kinds.
    switch ((n * 5 + Math.floor(n / members.length)) % 12) {
      case 0:
        return get('/')
      case 1:
      case 2:
      case 3:
        return get(`/post/${post}`)
      case 4:
        return get(`/api/comments?post_id=${post}`)
      case 5:
        return get('/api/posts?limit=20')
      case 6:
        return get('/', { 'accept-encoding': 'br' })
      case 7:
        return send(`/api/votes/${post}`, { value: (n % 3) - 1 })
      case 8:
        return send(`/api/votes/comment/${comment}`, { value: 1 })
      case 9:
        return send('/api/comments', { post_id: post, content: `${run} ${n}: some words of a member`.repeat(4) }, 201)
      case 10:
        return get('/api/notifications?limit=20', { authorization: `Bearer ${member.token}` })
      default:
        return n % 5 === 0
          ? send('/api/auth/password-reset-request', { email: `${member.username}@example.org` })
          : get(`/u/${member.username}`)
    }
  }
}

function startServer(forum: Forum) {
  const replies: ((reply: { hours: number; port: number }) => void)[] = []
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'server.ts')], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      PATH: process.env.PATH!,
      HOME: process.env.HOME!,
      NODE_ENV: 'production',
      BUN_JSC_heapGrowthMaxIncrease: '0.6',
      DATABASE_URL: forum.url,
      DATA_DIR: forum.dataDir,
      PUBLIC_URL: 'http://localhost:1',
      SESSION_SECRET,
      ADMIN_PASSWORD,
      RATE_LIMIT_SCALE: '1000000',
      BACKUP_EVERY: 'off',
    },
    ipc: (message: { hours: number; port: number }) => replies.shift()?.(message),
  })
  const reply = () => new Promise<{ hours: number; port: number }>((resolve) => replies.push(resolve))
  return {
    started: reply(),
    ask: (message: 'hour' | 'begin') => {
      const answered = reply()
      child.send(message)
      return answered
    },
    async stop() {
      child.kill('SIGKILL')
      await child.exited
    },
  }
}

type DayOptions = { forum: Forum; count: number; seconds: number; print: Say }

/** Simulates a day with `count` members on a separate server, in eight hours of `seconds` each. */
async function replayDay({
  forum,
  count,
  seconds,
  print,
}: DayOptions): Promise<Day & { model: NonNullable<ReturnType<typeof costModel>> }> {
  const { db, close } = createDb(forum.url, { max: 1 })
  const members = await signInMembers(forum.sql, count)
  const next = requestsOf(
    members,
    await newestPosts(forum.sql, 500),
    await newestComments(forum.sql, 500),
    `d${Date.now().toString(36)}`,
  )
  const server = startServer(forum)
  try {
    const { port } = await server.started
    await forum.sql`delete from cost_sample`
    await forum.sql`update "user" set active_on = null where active_on is not null`
    // Warms up the JIT and the first pages of tables, as in a forum that has been running for long.
    await constantRate({ port, seconds: 40, rate: 100, next })
    await server.ask('begin')
    const samples: CostSample[] = []
    const begin = new Date()
    begin.setUTCHours(0, 0, 0, 0)
    const measure = async (hour: number) => {
      const sizes = await measureForum(db, new Date().toISOString().slice(0, 10))
      const at = new Date(begin.getTime() + hour * 3_600_000)
      samples.push({ hour: at, ...sizes, members: count, disk_free: 0, disk_total: 0 })
      await upsertSample(db, samples.at(-1)!)
    }
    await forum.sql`checkpoint`
    await measure(0)
    let [requests, errors] = [0, 0]
    for (const share of CURVE) {
      const rate = (count * REQUESTS_A_MEMBER * share) / (CURVE.length * seconds)
      const load = await constantRate({ port, seconds, rate, next })
      requests += load.requests
      errors += load.errors
      for (const [status, times] of Object.entries(load.wrong)) print(`  ${times} answers with ${status}`)
      await server.ask('hour')
    }
    await measure(CURVE.length)
    const hours = await findHours(db, hourOf(new Date(Date.now() - 3_600_000)))
    for (const hour of hours)
      print(
        `  ${hour.seconds.toFixed(1)} s: ${hour.requests} requests, ${hour.cpu_ms.toFixed(0)} + ` +
          `${hour.database_cpu_ms?.toFixed(0)} ms of CPU, ${(hour.memory / 1e6).toFixed(0)} + ` +
          `${((hour.database_memory ?? 0) / 1e6).toFixed(0)} MB, ${(hour.bytes / 1e6).toFixed(1)} MB sent, ` +
          `${hour.mails} mails`,
      )
    const model = costModel(hours, samples, samples)!
    // Cores used in the busiest hour, measured and not estimated by the model.
    const busiest = hours.reduce((most, hour) =>
      hour.requests / hour.seconds > most.requests / most.seconds ? hour : most,
    )
    const cores = (busiest.cpu_ms + (busiest.database_cpu_ms ?? 0)) / 1_000 / busiest.seconds
    return { members: count, requests, errors, costs: { ...model.at(count), cores }, model }
  } finally {
    await server.stop()
    await close()
  }
}

const COMPARED: [name: string, key: keyof Costs][] = [
  ['cores in the busiest hour', 'cores'],
  ['memory', 'memory_bytes'],
  ['growth of the disk', 'disk_bytes_per_month'],
  ['traffic', 'traffic_bytes_per_day'],
  ['mails', 'mails_per_day'],
]

/** Compares the estimate from a day of a small forum with a simulated day of a larger one. */
export async function runCostsDrill({
  home,
  members,
  seconds,
  print,
}: {
  home: string
  members: number
  seconds: number
  print: Say
}): Promise<CostsResult> {
  const sizes = { users: 2_000, categories: 50, posts: 20_000, comments: 60_000, votes: 100_000 }
  const forum = await openForum(join(home, 'forum'), sizes, print)
  const warm = postgres(forum.url, { max: 1, onnotice: () => {} })
  try {
    await warm`vacuum analyze`
    const day = async (count: number) => {
      print(`A day of ${count} members`)
      return replayDay({ forum, count, seconds, print })
    }
    const small = await day(members)
    const large = await day(members * TIMES)
    const estimate = small.model.at(members * TIMES)
    const deviations = COMPARED.map(([name, key]) => {
      const [measured, estimated] = [large.costs[key], estimate[key]]
      return { name, measured, estimated, share: measured === 0 ? 0 : estimated / measured - 1 }
    })
    const wrong = [
      ...deviations
        .filter(({ share }) => Math.abs(share) > BAR)
        .map(({ name, share }) => `${name}: ${(share * 100).toFixed(0)} percent off`),
      ...[small, large]
        .filter(({ errors }) => errors > 0)
        .map((one) => `${one.errors} of ${one.requests} requests failed`),
    ]
    return { small, large, estimate, deviations, wrong }
  } finally {
    await warm.end()
    await forum.sql.end({ timeout: 1 })
    await forum.embedded.stop()
  }
}
