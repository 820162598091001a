import { audit, compareLedger, compareMails, compareMedia, settleJobs } from './checks.ts'
import { cutConnections, fillDisk, killDatabase, killServer, openFiles, stallProvider, stopMail, type Outcome } from './faults.ts'
import { Ledger } from './ledger.ts'
import { openStage, type Stage } from './stage.ts'
import { Traffic } from './traffic.ts'

/** The bar: seconds until the service is back. */
export const BACK_WITHIN = 10

export type FaultResult = { fault: string, times: number, seconds: number[], wrong: string[] }

export type ChaosResult = {
  faults: FaultResult[]
  minutes: number
  acknowledged: number
  repeated: number
  reads: Record<number, number>
  looked: number
  found: { kind: string, acknowledged: number }[]
  mails: { asked: number, twice: number }
  wrong: string[]
  skipped: string[]
}

type Fault = { name: string, title: string, times: number, strike: (stage: Stage, at: number) => Promise<Outcome> }

const WRITERS = 12
const READERS = 4
/** Milliseconds of load between two faults. */
const CALM = 1_000

function plan(kills: number, each: number): Fault[] {
  return [
    { name: 'server', title: 'SIGKILL of the server', times: Math.ceil(kills / 2), strike: killServer },
    { name: 'database', title: 'SIGKILL of the database (in turns alone and with its processes)', times: Math.floor(kills / 2), strike: (stage, at) => killDatabase(stage, at % 2 === 1) },
    { name: 'disk', title: 'disk of the media full', times: each, strike: fillDisk },
    { name: 'mail', title: 'mail server away', times: each, strike: stopMail },
    { name: 'provider', title: 'AI provider that never answers', times: each, strike: stallProvider },
    { name: 'connections', title: '20 connections cut in uploads and answers', times: each, strike: cutConnections },
  ]
}

/** In turns, so that each kind comes at every state of the others. */
function* inTurns(faults: Fault[]): Generator<{ fault: Fault, at: number }> {
  const most = Math.max(0, ...faults.map(({ times }) => times))
  for (let round = 0; round < most; round += 1) {
    for (const fault of faults) {
      // Rare ones are spread over the whole run.
      const [before, after] = [Math.floor((round * fault.times) / most), Math.floor(((round + 1) * fault.times) / most)]
      if (after > before) yield { fault, at: before }
    }
  }
}

/** Runs the faults under load; after each, everything acknowledged so far is looked for and the audit counts. */
export async function runChaos({ home, kills, each, only, say }: {
  home: string, kills: number, each: number, only: Set<string> | null, say: (line: string) => void
}): Promise<ChaosResult> {
  const begun = performance.now()
  const stage = await openStage(home, say)
  const skipped = stage.hasSmallDisk ? [] : ['the full disk: it needs root on Linux, to mount a small one']
  const faults = plan(kills, each).filter(({ name }) => (only === null || only.has(name)) && (name !== 'disk' || stage.hasSmallDisk))
  const ledger = new Ledger()
  const posts = (await stage.sql<{ post_id: number }[]>`select post_id from post_rank where is_listed order by post_id desc limit 300`).map((row) => row.post_id)
  const comments = (await stage.sql<{ id: number }[]>`select id from comment order by id desc limit 300`).map((row) => row.id)
  const run = `c${Date.now().toString(36)}`
  const traffic = new Traffic({ port: stage.port, posts, comments, members: stage.members, mailboxes: stage.mailboxes, ledger }, run)
  const results = new Map<string, FaultResult>(faults.map(({ name, title }) => [name, { fault: title, times: 0, seconds: [], wrong: [] }]))
  const wrong: string[] = []
  let looked = 0

  async function look(): Promise<string[]> {
    return traffic.still(async () => {
      const [found, counted] = [await compareLedger(stage.sql, ledger), await audit(stage.url)]
      looked += found.looked + counted.looked
      return [...found.wrong, ...counted.wrong]
    })
  }

  try {
    traffic.start(WRITERS, READERS)
    await Bun.sleep(CALM * 2)
    const filesBefore = openFiles(stage.server().pid)
    for (const { fault, at } of inTurns(faults)) {
      const result = results.get(fault.name)!
      const surprises = ledger.surprises.length
      try {
        const outcome = await fault.strike(stage, at)
        result.seconds.push(outcome.seconds)
        result.wrong.push(...outcome.wrong)
        if (outcome.seconds > BACK_WITHIN && fault.name !== 'mail') result.wrong.push(`back after ${outcome.seconds.toFixed(1)} s`)
      } catch (error) {
        result.wrong.push(error instanceof Error ? error.message : String(error))
      }
      result.times += 1
      await Bun.sleep(CALM)
      result.wrong.push(...await look(), ...ledger.surprises.slice(surprises))
      say(`${fault.title}, ${result.times} of ${fault.times}: back after ${result.seconds.at(-1)?.toFixed(2) ?? '?'} s, ${ledger.acknowledged} acknowledged${result.wrong.length ? `, WRONG: ${result.wrong.slice(-3).join('; ')}` : ''}`)
    }
    await traffic.stop()
    const jobs = await settleJobs(stage.sql, 180_000)
    const media = await compareMedia(stage.port, ledger)
    const mails = compareMails(ledger, stage.mail.recipients())
    const last = await compareLedger(stage.sql, ledger)
    const counted = await audit(stage.url)
    const filesAfter = openFiles(stage.server().pid)
    looked += jobs.looked + media.looked + mails.looked + last.looked + counted.looked
    wrong.push(...jobs.wrong, ...media.wrong, ...mails.wrong, ...last.wrong, ...counted.wrong)
    if (filesBefore !== null && filesAfter !== null && filesAfter > filesBefore + 50) wrong.push(`${filesAfter} open files, ${filesBefore} at the begin`)
    for (const result of results.values()) wrong.push(...result.wrong.map((line) => `${result.fault}: ${line}`))
    return {
      faults: [...results.values()], minutes: (performance.now() - begun) / 60_000, acknowledged: ledger.acknowledged, repeated: ledger.repeated,
      reads: traffic.read, looked, wrong, skipped, mails: { asked: ledger.mails.size, twice: mails.twice },
      found: [
        { kind: 'votes on posts', acknowledged: ledger.postVotes.size }, { kind: 'votes on comments', acknowledged: ledger.commentVotes.size },
        { kind: 'comments', acknowledged: ledger.comments.size }, { kind: 'posts', acknowledged: ledger.posts.size },
        { kind: 'messages', acknowledged: ledger.messages.size }, { kind: 'follows', acknowledged: ledger.follows.size },
        { kind: 'pictures', acknowledged: ledger.media.size }, { kind: 'mails', acknowledged: ledger.mails.size },
      ],
    }
  } finally {
    await traffic.stop()
    await stage.close()
  }
}
