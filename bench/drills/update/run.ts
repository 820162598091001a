import { readFile, rm, statfs, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import postgres from 'postgres'
import { runProgram } from '#server/lib/programs.ts'
import { readUpdates } from '#server/update/journal.ts'
import { audit, compareWithExpected } from '../checks.ts'
import { Expected } from '../expected.ts'
import { newestComments, newestPosts, signInMembers } from '../members.ts'
import { Traffic } from '../traffic.ts'
import { openForum, type Forum } from '../../fixture.ts'
import { Connection, requestBytes } from '../../load/connection.ts'
import { allProcesses, install, removeOthers, serverProcesses, standing, type Installation } from './installation.ts'
import { ADDED_TABLE } from './variants.ts'

const SMALL = { users: 2_000, categories: 10, posts: 1_000, comments: 3_000, votes: 8_000 }
const sizesOf = (posts: number) => ({ users: 20_000, categories: 500, posts, comments: posts, votes: posts })
const MEMBERS = 60
const WRITERS = 6
const READERS = 3
/** All three times are in milliseconds. */
const BACK_WITHIN = 60_000
const GIVE_UP = 150_000
const CALM = 500

type Fault = {
  title: string
  /** Names of the release files that the updates install in turns. */
  files: string[]
  strike: ((installation: Installation, update: { pid: number }) => Promise<() => Promise<void>>) | null
}

const kill = (pids: number[]) => {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // The process has exited already.
    }
  }
}

const nothing = async () => {}
const BOTH = ['good with a migration', 'good']

const FAULTS: Fault[] = [
  {
    title: 'the update killed',
    files: BOTH,
    strike: async (_, { pid }) => {
      // Signals the whole process group, so that the steps of the update are killed too.
      kill([-pid])
      return nothing
    },
  },
  {
    title: 'the server killed, and started again',
    files: BOTH,
    strike: async (installation) => {
      kill(await serverProcesses(installation))
      return () => installation.start()
    },
  },
  {
    title: 'everything killed with the database, and started again',
    files: BOTH,
    strike: async (installation) => {
      kill(await allProcesses(installation))
      return () => installation.start()
    },
  },
  {
    title: 'the disk of versions and backups full',
    files: BOTH,
    strike: async ({ disk }) => {
      const filler = join(disk, 'filler')
      const { bavail, bsize } = await statfs(disk)
      await writeFile(filler, Buffer.alloc(Math.min(bavail * bsize, 2 ** 31 - 1))).catch(() => {})
      return () => rm(filler, { force: true })
    },
  },
  { title: 'a signature of another key', files: ['bad signature'], strike: null },
  { title: 'a migration that fails', files: ['failing migration'], strike: null },
  {
    title: 'a check that fails',
    files: ['failing check after a migration', 'failing start after a migration', 'failing check'],
    strike: null,
  },
]

export type FaultResult = {
  fault: string
  times: number
  /** Seconds from the fault, or the end of the update, until the right version ran and accepted reads and writes. */
  seconds: number[]
  outcomes: Record<string, number>
  wrong: string[]
}

export type GoodResult = {
  title: string
  times: number
  seconds: number[]
  readOnly: number[]
  /** Seconds of read-only mode that each update had announced. */
  announced: number[]
  requests: number
  failed: number
}

export type UpdateDrillResult = {
  faults: FaultResult[]
  good: GoodResult[]
  minutes: number
  acknowledged: number
  repeated: number
  looked: number
  posts: number
  wrong: string[]
}

type Options = {
  home: string
  /** Folder in which a large forum is created once; the drill works on a copy of it. */
  large: string
  posts: number
  updates: number
  each: number
  print: (line: string) => void
}

class Drill {
  readonly expected = new Expected()
  readonly wrong: string[] = []
  looked = 0
  /** Milliseconds that the last undisturbed update to each release file took; faults strike within this time. */
  readonly usual = new Map<string, number>()

  constructor(
    readonly installation: Installation,
    readonly url: string,
    readonly traffic: Traffic,
    readonly probe: { post: number; token: string },
    readonly print: (line: string) => void,
  ) {}

  /** Returns the database URL with the current port, which may change at a restart. */
  async present(): Promise<string> {
    const pidFile = await readFile(join(this.installation.dataDir, 'postgres/postmaster.pid'), 'utf8')
    const url = new URL(this.url)
    url.port = pidFile.split('\n')[3]!
    return url.href
  }

  async query<T>(use: (sql: postgres.Sql) => Promise<T>): Promise<T> {
    const sql = postgres(await this.present(), { max: 1, onnotice: () => {} })
    return use(sql).finally(() => sql.end({ timeout: 1 }))
  }

  async writes(): Promise<boolean> {
    const connection = new Connection(this.installation.port)
    const { status } = await connection.ask(
      requestBytes(`/api/votes/${this.probe.post}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${this.probe.token}` },
        json: { value: 1 },
      }),
    )
    connection.close()
    return status === 200
  }

  /** Resolves with the running version once no update is in flight and the forum accepts writes. */
  async untilRight(): Promise<string> {
    for (const deadline = performance.now() + GIVE_UP; performance.now() < deadline; await Bun.sleep(50)) {
      const { version, isInFlight } = await standing(this.installation)
      if (version !== null && !isInFlight && (await this.writes())) return version
    }
    throw new Error(`No version ran by itself: ${JSON.stringify(await standing(this.installation))}`)
  }

  async look(): Promise<string[]> {
    return this.traffic.still(async () => {
      const findings = [
        await this.query((sql) => compareWithExpected(sql, this.expected)),
        await audit(await this.present()),
      ]
      this.looked += findings.reduce((sum, finding) => sum + finding.looked, 0)
      return findings.flatMap((finding) => finding.wrong)
    })
  }

  async hasMigration(): Promise<boolean> {
    return this.query(async (sql) => {
      const [row] = await sql<{ there: boolean }[]>`select to_regclass(${ADDED_TABLE}) is not null as there`
      return row!.there
    })
  }

  /** Restores the first version and removes from the database what the other version's migration added. */
  async begin(): Promise<void> {
    if ((await this.untilRight()) !== this.installation.base) {
      const { code, output } = await this.installation.watek('rollback').ended
      if (code !== 0) throw new Error(`watek rollback: ${output}`)
    }
    await removeOthers(this.installation)
    if (!(await this.hasMigration())) return
    // Members write meanwhile, so one transaction with all locks would deadlock.
    for (const statement of [
      `drop index ${ADDED_TABLE}_comments`,
      'alter table post drop column update_drill',
      'delete from drizzle.__drizzle_migrations where id = (select max(id) from drizzle.__drizzle_migrations)',
      `drop table ${ADDED_TABLE}`,
    ])
      await this.query((sql) => sql.unsafe(statement))
  }

  /** Checks that the version in the update log runs, and that the database has that version's migrations. */
  async judge(
    version: string,
    hasMigrations: boolean,
    before: string | undefined,
  ): Promise<{ outcome: string; wrong: string[] }> {
    const [newest] = await readUpdates(this.installation.dataDir, 1)
    // An update interrupted before its first step leaves no line in the log.
    const line = newest?.at === before ? undefined : newest
    const right = line?.outcome === 'done' ? line.to : this.installation.base
    const wrong = version === right ? [] : [`${version} runs and not ${right} (${line?.outcome})`]
    const isMigrated = await this.hasMigration()
    if (isMigrated !== (hasMigrations && line?.outcome === 'done'))
      wrong.push(`after '${line?.outcome}' the database ${isMigrated ? 'has' : 'lacks'} the migration`)
    return { outcome: line?.outcome ?? 'refused', wrong }
  }

  async broken(fault: Fault, at: number, result: FaultResult): Promise<void> {
    await this.begin()
    const name = fault.files[at % fault.files.length]!
    const surprises = this.expected.surprises.length
    const before = (await readUpdates(this.installation.dataDir, 1))[0]?.at
    const update = this.installation.watek('update', this.installation.files.get(name)!)
    let startedAt = performance.now()
    if (fault.strike) {
      const delay = Math.random() * (this.usual.get(name) ?? 10_000)
      await Promise.race([Bun.sleep(delay), update.ended])
      startedAt = performance.now()
      const mend = await fault.strike(this.installation, { pid: update.child.pid! })
      if (fault.title.includes('full')) {
        await update.ended
        startedAt = performance.now()
      }
      await mend()
      await update.ended
    } else {
      await update.ended
      startedAt = performance.now()
    }
    const version = await this.untilRight()
    const seconds = (performance.now() - startedAt) / 1_000
    const { outcome, wrong } = await this.judge(version, name.includes('migration'), before)
    if (seconds * 1_000 > BACK_WITHIN) wrong.push(`the right version ran after ${seconds.toFixed(1)} s`)
    if (!fault.strike && outcome === 'done') wrong.push(`${name} was taken for good: ${(await update.ended).output}`)
    await Bun.sleep(CALM)
    wrong.push(...(await this.look()), ...this.expected.surprises.slice(surprises))
    result.times += 1
    result.seconds.push(seconds)
    result.outcomes[outcome] = (result.outcomes[outcome] ?? 0) + 1
    result.wrong.push(...wrong)
    const flaws = wrong.length > 0 ? `, WRONG: ${wrong.slice(0, 3).join('; ')}` : ''
    this.print(`${fault.title} (${name}): ${outcome}, ${version} after ${seconds.toFixed(1)} s${flaws}`)
  }

  failures(): { requests: number; failed: number } {
    const read = Object.entries(this.traffic.read)
    const good = read.filter(([status]) => status === '200').reduce((sum, [, count]) => sum + count, 0)
    const all = read.reduce((sum, [, count]) => sum + count, 0)
    return {
      requests: all + this.expected.acknowledged + this.expected.repeated,
      failed: all - good + this.expected.repeated,
    }
  }

  async good(name: string, result: GoodResult): Promise<void> {
    await this.begin()
    await Bun.sleep(CALM)
    const before = this.failures()
    const lineBefore = (await readUpdates(this.installation.dataDir, 1))[0]?.at
    const startedAt = performance.now()
    const { code, output } = await this.installation.watek('update', this.installation.files.get(name)!).ended
    const seconds = (performance.now() - startedAt) / 1_000
    this.usual.set(name, seconds * 1_000)
    this.print(output.trim())
    const version = await this.untilRight()
    await Bun.sleep(CALM)
    const after = this.failures()
    const { outcome, wrong } = await this.judge(version, name.includes('migration'), lineBefore)
    if (code !== 0 || outcome !== 'done') wrong.push(`${name}: ${output}`)
    const [line] = await readUpdates(this.installation.dataDir, 1)
    wrong.push(...(await this.look()))
    result.times += 1
    result.seconds.push(seconds)
    result.readOnly.push(line?.read_only_seconds ?? 0)
    result.announced.push(Number(/Read-only for about (\d+) s/.exec(output)?.[1] ?? 0))
    result.requests += after.requests - before.requests
    result.failed += after.failed - before.failed
    if (name === 'good' && after.failed > before.failed)
      wrong.push(`${after.failed - before.failed} requests failed during a good update`)
    this.wrong.push(...wrong)
    const requests = `${after.failed - before.failed} of ${after.requests - before.requests} requests failed`
    const flaws = wrong.length > 0 ? `, WRONG: ${wrong.join('; ')}` : ''
    this.print(`${name}: ${seconds.toFixed(1)} s, ${requests}${flaws}`)
  }
}

/** Creates a small forum, or copies a large one if more posts are wanted than the small one has. */
async function makeForum({ dataDir }: Installation, { large, posts, print }: Options): Promise<Forum> {
  await rm(dataDir, { recursive: true, force: true })
  if (posts <= SMALL.posts) return openForum(dataDir, SMALL, print)
  const kept = join(large, `posts-${posts}`)
  const forum = await openForum(kept, sizesOf(posts), print)
  await forum.sql.end({ timeout: 1 })
  await forum.embedded.stop()
  print('Copying the forum')
  const { code, output } = await runProgram('cp', ['-a', '--reflink=auto', kept, dataDir])
  if (code !== 0) throw new Error(output)
  return openForum(dataDir, sizesOf(posts), print)
}

async function openDrill(installation: Installation, options: Options): Promise<Drill> {
  const { print } = options
  const forum = await makeForum(installation, options)
  const members = await signInMembers(forum.sql, MEMBERS + 1)
  const [posts, comments] = [await newestPosts(forum.sql, 200), await newestComments(forum.sql, 200)]
  await symlink(join(installation.disk, 'backups'), join(installation.dataDir, 'backups'))
  await installation.start()
  // From here on only the server starts the database again after a kill.
  await forum.embedded.stop()
  const traffic = new Traffic(
    {
      port: installation.port,
      posts,
      comments,
      members: members.slice(0, -1),
      mailboxes: [],
      expected: new Expected(),
    },
    `u${Date.now().toString(36)}`,
  )
  const probe = { post: posts.at(-1)!, token: members.at(-1)!.token }
  await forum.sql.end({ timeout: 1 })
  return new Drill(installation, forum.url, traffic, probe, print)
}

export async function runUpdateDrill(options: Options): Promise<UpdateDrillResult> {
  const { home, updates, each, print } = options
  const startedAt = performance.now()
  const installation = await install(home, print)
  const drill = await openDrill(installation, options)
  Object.assign(drill.traffic.fixture, { expected: drill.expected })
  const good: GoodResult[] = [
    ['good', 'without a migration'],
    ['good with a migration', 'with a migration'],
  ].map(([, title]) => ({ title: title!, times: 0, seconds: [], readOnly: [], announced: [], requests: 0, failed: 0 }))
  const faults: FaultResult[] = FAULTS.map(({ title }) => ({
    fault: title,
    times: 0,
    seconds: [],
    outcomes: {},
    wrong: [],
  }))
  try {
    drill.traffic.start(WRITERS, READERS)
    await Bun.sleep(CALM)
    for (let at = 0; at < each; at += 1) {
      await drill.good('good', good[0]!)
      await drill.good('good with a migration', good[1]!)
    }
    let isStopped = false
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => (isStopped = true))
    for (let at = 0; at < updates && !isStopped; at += 1) {
      const kind = at % FAULTS.length
      await drill.broken(FAULTS[kind]!, Math.floor(at / FAULTS.length), faults[kind]!).catch((error: Error) => {
        faults[kind]!.wrong.push(error.message)
        print(`WRONG: ${error.message}`)
        // Ends the drill, because later updates would fail for the same reason.
        throw error
      })
    }
  } catch (error) {
    drill.wrong.push((error as Error).message)
  } finally {
    await drill.traffic.stop()
    await installation.stop()
    await installation.unmount()
  }
  const wrong = [...drill.wrong, ...faults.flatMap((result) => result.wrong.map((line) => `${result.fault}: ${line}`))]
  return {
    faults,
    good,
    minutes: (performance.now() - startedAt) / 60_000,
    acknowledged: drill.expected.acknowledged,
    repeated: drill.expected.repeated,
    looked: drill.looked,
    posts: options.posts,
    wrong,
  }
}
