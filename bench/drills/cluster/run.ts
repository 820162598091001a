import postgres from 'postgres'
import { seedLarge } from '#server/db/seed/large.ts'
import { newestPosts, signInMembers, type Member } from '../members.ts'
import { burst, BURST_LIMIT, compareAll, isLate, watchRemovals } from './checks.ts'
import { FAULTS, type Fault } from './faults.ts'
import { Load, type Sent } from './load.ts'
import { SERVERS, startParts, type Parts, type Route } from './parts.ts'

export const SIZES = { users: 5_000, categories: 20, posts: 2_000, comments: 6_000, votes: 12_000 }
const PAIRS = 10_000
const MEMBERS = 800
const CALM_MS = 3_000
const IN_A_ROW = 20
const BACK_LIMIT_MS = 60_000

export type FaultResult = {
  fault: Fault
  times: number
  requests: number
  /** Number of failed requests by kind and reason. */
  failed: Map<string, number>
  /** Milliseconds from a fault until the drill had restarted the component. */
  away: number[]
  /** Milliseconds until requests succeeded again, per round with failed requests; null if over a minute. */
  back: (number | null)[]
  notSeen: number
  removals: number
  shownLate: number
  /** How many requests of each burst of 100 the rate limit of 10 let pass while a component was down. */
  passed: number[]
  /** Milliseconds from the promotion to the acknowledgement of the first write sent after it. */
  writesAfter: number[]
}

export type ClusterResult = {
  rounds: number
  faults: FaultResult[]
  calm: FaultResult
  minutes: number
  requests: number
  acknowledged: number
  looked: number
  /** Acknowledged writes that are missing or different, texts stored twice, and wrong counters. */
  lost: string[]
  pairs: number
  notSeen: string[]
  removals: number
  longestShown: number
  passedInCalm: number[]
  storeName: string
  wrong: string[]
}

/**
 * Returns the milliseconds from the first failed request to the first of 20 successes in a row, which include every
 * kind of request that had failed; null if there are none.
 */
function timeBack(sent: Sent[]): number | null {
  const ordered = sent.toSorted((a, b) => a.done - b.done)
  const failures = ordered.filter(({ failure }) => failure !== null)
  if (failures.length === 0) return 0
  const from = Math.min(...failures.map(({ at }) => at))
  const kinds = new Set(failures.map(({ kind }) => kind))
  let first = 0
  let seen = new Set<string>()
  for (const [at, { kind, failure, done, at: sentAt }] of ordered.entries()) {
    if (failure !== null || sentAt < from) {
      first = at + 1
      seen = new Set()
      continue
    }
    seen.add(kind)
    if (at - first + 1 >= IN_A_ROW && kinds.isSubsetOf(seen)) return ordered[first]!.done - from
    if (done < from) first = at + 1
  }
  return null
}

async function openForum(parts: Parts, print: (line: string) => void): Promise<{ members: Member[]; posts: number[] }> {
  const sql = postgres(parts.database.primary().url, {
    max: 1,
    idle_timeout: 0,
    max_lifetime: null,
    onnotice: () => {},
  })
  try {
    await seedLarge(sql, SIZES, print)
    return { members: await signInMembers(sql, MEMBERS), posts: await newestPosts(sql, 300) }
  } finally {
    await sql.end()
  }
}

export async function runClusterDrill({
  rounds,
  only,
  print,
  onStart,
}: {
  rounds: number
  only: Set<string> | null
  print: (line: string) => void
  onStart: (stop: () => Promise<void>) => void
}): Promise<ClusterResult> {
  const startedAt = performance.now()
  const parts = await startParts(print, onStart)
  let load: Load | null = null
  try {
    const { members, posts } = await openForum(parts, print)
    const run = `d${Date.now().toString(36)}`
    const faults = FAULTS.filter(({ name }) => only === null || only.has(name))
    const emptyResult = (fault: Fault): FaultResult => ({
      fault,
      times: 0,
      requests: 0,
      failed: new Map(),
      away: [],
      back: [],
      notSeen: 0,
      removals: 0,
      shownLate: 0,
      passed: [],
      writesAfter: [],
    })
    const results = new Map(faults.map((fault) => [fault.name, emptyResult(fault)]))
    const calm = emptyResult({ name: 'calm', title: 'none', route: 'pooler', strike: async () => {} })
    const passedInCalm: number[] = []
    const wrong: string[] = []
    let bursts = 0
    let watch: ReturnType<typeof watchRemovals> | null = null
    const origin = `http://127.0.0.1:${parts.port}`
    const traffic = (load = new Load(origin, run, members, posts))

    const account = (result: FaultResult, from: number, to: number) => {
      const during = traffic.sent.filter(({ at }) => at >= from && at < to)
      result.requests += during.length
      for (const { kind, failure } of during)
        if (failure !== null)
          result.failed.set(`${kind} ${failure}`, (result.failed.get(`${kind} ${failure}`) ?? 0) + 1)
      result.notSeen += traffic.notSeen.filter(({ at }) => at >= from && at < to).length
      const removals = watch!.removals.filter(({ at }) => at >= from && at < to)
      result.removals += removals.length
      result.shownLate += removals.filter(isLate).length
      for (const one of removals.filter(isLate))
        print(`  shown ${(one.shownFor / 1_000).toFixed(1)} s after its removal: ${one.where}`)
      return during
    }

    const strike = async (fault: Fault, round: number) => {
      const result = results.get(fault.name)!
      const from = performance.now()
      let promotedAt = 0
      try {
        await fault.strike(parts, round, {
          async burst() {
            const { passed } = await burst(origin, run, (bursts += 1))
            result.passed.push(passed)
          },
          promoted: () => {
            promotedAt = performance.now()
          },
        })
        const restored = performance.now()
        result.away.push(restored - from)
        const isOver = async () =>
          timeBack(traffic.sent.filter(({ at }) => at >= from)) !== null &&
          performance.now() - restored > CALM_MS &&
          (await parts.isReady())
        while (!(await isOver()) && performance.now() - restored < BACK_LIMIT_MS) await Bun.sleep(200)
        await Bun.sleep(CALM_MS)
      } catch (error) {
        wrong.push(`${fault.title}: ${error instanceof Error ? error.message : String(error)}`)
      }
      const to = performance.now()
      const during = account(result, from, to)
      result.times += 1
      const back = timeBack(during)
      if (back !== 0) result.back.push(back)
      const firstWrite = during
        .filter(({ kind, at, failure }) => kind === 'write' && at > promotedAt && failure === null)
        .map(({ done }) => done)
      if (promotedAt > 0 && firstWrite.length > 0) result.writesAfter.push(Math.min(...firstWrite) - promotedAt)
      print(
        `${fault.name}, ${round + 1} of ${rounds}: ` +
          `${back === null ? 'not back' : `back after ${(back / 1_000).toFixed(1)} s`}, failed so far ` +
          `${JSON.stringify(Object.fromEntries(result.failed))}, ${traffic.pairs} pairs, ${traffic.notSeen.length} ` +
          `not seen, ${((to - from) / 1_000).toFixed(0)} s`,
      )
    }

    const calmBurst = async () => {
      const { passed, failed } = await burst(origin, run, (bursts += 1))
      passedInCalm.push(passed)
      const isExact = passed <= BURST_LIMIT && passed + failed.length >= BURST_LIMIT
      if (!isExact || failed.length > 0)
        wrong.push(
          `${passed} of 100 parallel requests passed a limit of ` +
            `${BURST_LIMIT}${failed.length > 0 ? `, and of these 100 failed with ${failed.join(', ')}` : ''}`,
        )
    }

    const phase = async (route: Route) => {
      const own = faults.filter((fault) => fault.route === route)
      if (own.length === 0) return
      await parts.useRoute(route)
      if (!watch) {
        traffic.start()
        watch = watchRemovals(traffic, parts)
        const from = performance.now()
        await Bun.sleep(CALM_MS * 3)
        await calmBurst()
        account(calm, from, performance.now())
      }
      for (let round = 0; round < rounds; round += 1) {
        for (const fault of own) await strike(fault, round)
        await calmBurst()
      }
    }

    await phase('pooler')
    if (rounds >= 5 && only === null) {
      const from = performance.now()
      while (traffic.pairs < PAIRS) await Bun.sleep(200)
      account(calm, from, performance.now())
    }
    await phase('hosts')
    await watch!.stop()
    await traffic.stop()
    print('Looking for every acknowledged write ...')
    const found = await compareAll(traffic, parts)
    const { expected, sent } = traffic
    for (const [line, count] of parts.errors()) print(`  ${count} × ${line}`)
    wrong.push(...found.wrong, ...parts.ended, ...new Set(expected.surprises))
    for (const result of results.values())
      if (result.back.includes(null)) wrong.push(`${result.fault.title}: not back within a minute`)
    const removals = watch!.removals
    print(
      `Shown before they were removed, of ${2 + SERVERS * 4} answers: ` +
        `${removals.map(({ shownBefore }) => shownBefore).join(' ')}`,
    )
    return {
      rounds,
      faults: [...results.values()],
      calm,
      minutes: (performance.now() - startedAt) / 60_000,
      requests: sent.length,
      wrong,
      passedInCalm,
      acknowledged: sent.filter(({ kind, failure }) => (kind === 'write' || kind === 'upload') && failure === null)
        .length,
      looked: found.looked,
      lost: found.wrong,
      pairs: traffic.pairs,
      notSeen: traffic.notSeen.map(({ what }) => what),
      removals: removals.length,
      longestShown: Math.max(0, ...removals.map(({ shownFor }) => shownFor)),
      storeName: parts.storeName,
    }
  } finally {
    await load?.stop()
    await parts.stop()
  }
}
