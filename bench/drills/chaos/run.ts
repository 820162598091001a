import { audit, compareWithExpected, compareMails, compareMedia, settleJobs } from '../checks.ts'
import {
  cutConnections,
  fillDisk,
  killDatabase,
  killServer,
  openFiles,
  stallProvider,
  stopMail,
  type Outcome,
} from './faults.ts'
import { Expected } from '../expected.ts'
import { openEnvironment, withSmallDisk, type Environment } from './environment.ts'
import { Listeners } from './listeners.ts'
import { newestComments, newestPosts } from '../members.ts'
import { Traffic } from '../traffic.ts'

/** Seconds within which a server must recover after a fault. */
const BACK_WITHIN = 10

type FaultResult = { fault: string; times: number; seconds: number[]; wrong: string[] }

export type ChaosResult = {
  faults: FaultResult[]
  minutes: number
  acknowledged: number
  repeated: number
  reads: Record<number, number>
  looked: number
  found: { kind: string; acknowledged: number }[]
  mails: { asked: number; twice: number }
  wrong: string[]
  skipped: string[]
  resyncs: number
}

type Fault = {
  name: string
  title: string
  times: number
  strike: (environment: Environment, at: number) => Promise<Outcome>
}

const WRITERS = 12
const READERS = 4
const LISTENERS = 40
const CALM = 1_000

function plan(kills: number, each: number): Fault[] {
  return [
    { name: 'server', title: 'SIGKILL of the server', times: Math.ceil(kills / 2), strike: killServer },
    {
      name: 'database',
      title: 'SIGKILL of the database (in turns alone and with its processes)',
      times: Math.floor(kills / 2),
      strike: (environment, at) => killDatabase(environment, at % 2 === 1),
    },
    { name: 'disk', title: 'disk of the media full', times: each, strike: fillDisk },
    { name: 'mail', title: 'mail server away', times: each, strike: stopMail },
    { name: 'provider', title: 'AI provider that never answers', times: each, strike: stallProvider },
    { name: 'connections', title: '20 connections cut in uploads and answers', times: each, strike: cutConnections },
  ]
}

function* inTurns(faults: Fault[]): Generator<{ fault: Fault; at: number }> {
  const most = Math.max(0, ...faults.map(({ times }) => times))
  for (let round = 0; round < most; round += 1) {
    for (const fault of faults) {
      // A fault that is planned less often than others is spread over the whole run.
      const [before, after] = [Math.floor((round * fault.times) / most), Math.floor(((round + 1) * fault.times) / most)]
      if (after > before) yield { fault, at: before }
    }
  }
}

type Options = { home: string; kills: number; each: number; only: Set<string> | null; print: (line: string) => void }

export const runChaos = (options: Options): Promise<ChaosResult> =>
  withSmallDisk(options.home, async (dataDir, hasSmallDisk) => {
    const environment = await openEnvironment(dataDir, hasSmallDisk, options.print)
    return runOn(environment, options).finally(environment.close)
  })

async function runOn(environment: Environment, { kills, each, only, print }: Options): Promise<ChaosResult> {
  const startedAt = performance.now()
  const skipped = environment.hasSmallDisk ? [] : ['the full disk: it needs root on Linux, to mount a small one']
  const faults = plan(kills, each).filter(
    ({ name }) => (only === null || only.has(name)) && (name !== 'disk' || environment.hasSmallDisk),
  )
  const expected = new Expected()
  const posts = await newestPosts(environment.sql, 300)
  const comments = await newestComments(environment.sql, 300)
  const run = `c${Date.now().toString(36)}`
  const listeners = new Listeners(
    `http://127.0.0.1:${environment.port}`,
    environment.sql,
    environment.members.slice(0, LISTENERS),
  )
  const traffic = new Traffic(
    {
      port: environment.port,
      posts,
      comments,
      members: environment.members,
      mailboxes: environment.mailboxes,
      expected,
    },
    run,
  )
  const results = new Map<string, FaultResult>(
    faults.map(({ name, title }) => [name, { fault: title, times: 0, seconds: [], wrong: [] }]),
  )
  const wrong: string[] = []
  let looked = 0

  async function look(): Promise<string[]> {
    return traffic.still(async () => {
      const findings = [
        await compareWithExpected(environment.sql, expected),
        await audit(environment.url),
        await listeners.check(expected),
      ]
      looked += findings.reduce((sum, finding) => sum + finding.looked, 0)
      return findings.flatMap((finding) => finding.wrong)
    })
  }

  try {
    traffic.start(WRITERS, READERS)
    await Bun.sleep(CALM * 2)
    const filesBefore = openFiles(environment.server().pid)
    for (const { fault, at } of inTurns(faults)) {
      const result = results.get(fault.name)!
      const surprises = expected.surprises.length
      try {
        const outcome = await fault.strike(environment, at)
        result.seconds.push(outcome.seconds)
        result.wrong.push(...outcome.wrong)
        if (outcome.seconds > BACK_WITHIN && fault.name !== 'mail')
          result.wrong.push(`back after ${outcome.seconds.toFixed(1)} s`)
      } catch (error) {
        result.wrong.push(error instanceof Error ? error.message : String(error))
      }
      result.times += 1
      await Bun.sleep(CALM)
      result.wrong.push(...(await look()), ...expected.surprises.slice(surprises))
      print(
        `${fault.title}, ${result.times} of ${fault.times}: back after ` +
          `${result.seconds.at(-1)?.toFixed(2) ?? '?'} s, ${expected.acknowledged} ` +
          `acknowledged${result.wrong.length ? `, WRONG: ${result.wrong.slice(-3).join('; ')}` : ''}`,
      )
    }
    await traffic.stop()
    const jobs = await settleJobs(environment.sql, 180_000)
    const media = await compareMedia(environment.port, expected)
    const mails = compareMails(expected, environment.mail.recipients())
    const last = await compareWithExpected(environment.sql, expected)
    const counted = await audit(environment.url)
    const filesAfter = openFiles(environment.server().pid)
    looked += jobs.looked + media.looked + mails.looked + last.looked + counted.looked
    wrong.push(...jobs.wrong, ...media.wrong, ...mails.wrong, ...last.wrong, ...counted.wrong)
    if (filesBefore !== null && filesAfter !== null && filesAfter > filesBefore + 50)
      wrong.push(`${filesAfter} open files, ${filesBefore} at the begin`)
    for (const result of results.values()) wrong.push(...result.wrong.map((line) => `${result.fault}: ${line}`))
    return {
      faults: [...results.values()],
      minutes: (performance.now() - startedAt) / 60_000,
      acknowledged: expected.acknowledged,
      repeated: expected.repeated,
      reads: traffic.read,
      looked,
      wrong,
      skipped,
      resyncs: listeners.resyncs,
      mails: { asked: expected.mails.size, twice: mails.twice },
      found: [
        { kind: 'votes on posts', acknowledged: expected.postVotes.size },
        { kind: 'votes on comments', acknowledged: expected.commentVotes.size },
        { kind: 'comments', acknowledged: expected.comments.size },
        { kind: 'posts', acknowledged: expected.posts.size },
        { kind: 'messages', acknowledged: expected.messages.size },
        { kind: 'follows', acknowledged: expected.follows.size },
        { kind: 'pictures', acknowledged: expected.media.size },
        { kind: 'mails', acknowledged: expected.mails.size },
      ],
    }
  } finally {
    await traffic.stop()
    await listeners.stop()
  }
}
