import { closedLoop } from '../load/generate.ts'
import { Connection, requestBytes } from '../load/connection.ts'
import { median } from '../load/samples.ts'
import { createCpuMeter, type Cpu } from '../meter.ts'
import { figure, print } from '../rows.ts'
import { signIn } from '../fixture.ts'
import { openOtherVersion } from '../other-version.ts'
import { counter, readers, voteOf, type Scenario, type Things } from '../scenarios.ts'
import type { Bench } from './bench.ts'

const ROWS = [
  'feed-member',
  'post-member',
  'feeds-json',
  'feed-json-20',
  'feed-json-below',
  'feed-json-above',
  'feed-json',
  'feed-json-member',
  'post-json',
  'comments-json',
  'feed-miss',
  'community-miss',
  'post-miss',
  'votes',
]
/** Minimum ratio of this version's requests per second of CPU time to those of the other version. */
const BAR = 0.95

/** Many short pairs of samples, so that both versions run under the same load of the machine. */
const PAIRS_PER_REPEAT = 5
const WARM_UP_REQUESTS = 3_000
const WARM_UP_LIMIT_MS = 30_000

type Side = { port: number; cpu: () => Cpu; scenarios: Map<string, Pick<Scenario, 'what' | 'next'>> }

/** `server` and `postgres`: CPU milliseconds per request. */
type Sample = { server: number; postgres: number; perSecond: number; bytes: number; errors: number }

function scenariosOf(things: Things): Side['scenarios'] {
  const next = counter(1)
  const targets = things.posts.slice(0, 2_000)
  return new Map<string, Pick<Scenario, 'what' | 'next'>>([
    ...readers(things).map((scenario) => [scenario.id, scenario] as const),
    ['votes', { what: 'votes on distinct posts', next: () => voteOf(things, targets, next()) }],
  ])
}

async function requireSignedIn(port: number, token: string): Promise<void> {
  const connection = new Connection(port)
  const { status } = await connection.ask(
    requestBytes('/api/posts/saved/list?limit=1', { headers: { authorization: `Bearer ${token}` } }),
  )
  connection.close()
  if (status !== 200)
    throw new Error(
      'The other version does not accept a session that is made here, so pages of members cannot be compared.',
    )
}

async function sample({ port, cpu }: Side, next: Scenario['next'], seconds: number): Promise<Sample> {
  const before = cpu()
  const load = await closedLoop({ port, seconds, next })
  const after = cpu()
  return {
    server: (after.server - before.server) / load.requests,
    postgres: (after.backends - before.backends) / load.requests,
    perSecond: load.perSecond,
    bytes: load.bytes,
    errors: load.errors,
  }
}

/** The JIT needs some thousand requests, however long they take. */
async function warmUp({ port }: Side, next: Scenario['next']): Promise<void> {
  let done = 0
  for (const end = performance.now() + WARM_UP_LIMIT_MS; done < WARM_UP_REQUESTS && performance.now() < end;) {
    done += (await closedLoop({ port, seconds: 1, next })).requests
  }
}

/** Compares requests per second of CPU time (server and PostgreSQL) with another commit, in alternating samples. */
export async function measureAgainst(
  bench: Bench,
  { home, revision, only }: { home: string; revision: string; only: Set<string> | null },
): Promise<void> {
  const other = await openOtherVersion({ home, revision, present: bench.forum, print })
  try {
    const { length } = bench.things.members
    // Each version has its own members: in a shared database, two votes of a member on a post would count once.
    const members = await signIn(other.forum, length, 1 + length)
    await requireSignedIn(other.server.port, members[0]!.token)
    const sides: [Side, Side] = [
      {
        port: bench.server.port,
        cpu: createCpuMeter(bench.forum, bench.server.pid),
        scenarios: scenariosOf(bench.things),
      },
      {
        port: other.server.port,
        cpu: createCpuMeter(other.forum, other.server.pid),
        scenarios: scenariosOf({ ...bench.things, members }),
      },
    ]
    for (const id of ROWS.filter((row) => only === null || only.has('against') || only.has(row)))
      await compare(bench, id, sides, other.commit)
  } finally {
    await other.stop()
  }
}

async function compare(bench: Bench, id: string, sides: [Side, Side], commit: string): Promise<void> {
  const [what] = sides.map((side) => side.scenarios.get(id)!.what)
  print(`  ${what}, against ${commit} ...`)
  const samples: [Sample[], Sample[]] = [[], []]
  for (const side of sides) await warmUp(side, side.scenarios.get(id)!.next)
  for (let repeat = 0; repeat < bench.repeats * PAIRS_PER_REPEAT; repeat += 1) {
    // The second version measured benefits from the caches of the first, so the order alternates.
    for (const at of repeat % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      samples[at].push(await sample(sides[at], sides[at].scenarios.get(id)!.next, bench.seconds / PAIRS_PER_REPEAT))
    }
  }
  const [here, there] = samples
  // Compares the lower quartiles of CPU time, since other load only slows samples down.
  const quarter = (side: Sample[], of: (one: Sample) => number) =>
    side.map(of).toSorted((a, b) => a - b)[Math.floor(side.length / 4)]!
  const pair = (of: (one: Sample) => number) => `${figure(quarter(there, of))} → ${figure(quarter(here, of))}`
  const cost = ({ server, postgres }: Sample) => server + postgres
  const ratio = quarter(there, cost) / quarter(here, cost)
  const rate = median(here.map(({ perSecond }, at) => perSecond / there[at]!.perSecond))
  const errors = [...here, ...there].reduce((sum, one) => sum + one.errors, 0)
  await bench.note({
    id: `against-${id}`,
    area: 'against',
    what: what!,
    measured: `${figure(ratio)} times`,
    bar: `at least ${BAR} times`,
    reached: ratio >= BAR && errors === 0,
    details: {
      against: commit,
      'server, ms CPU': pair(({ server }) => server),
      'PostgreSQL, ms CPU': pair(({ postgres }) => postgres),
      'by the rate': `${figure(rate)} times`,
      kB: pair(({ bytes }) => bytes / 1_000),
      pairs: String(here.length),
      errors: String(errors),
    },
  })
}
