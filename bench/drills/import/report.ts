import { machine, table } from '../../report.ts'
import type { Latency } from './readers.ts'

export type ImportResult = {
  posts: number
  people: number
  ms: number
  memory: number
  before: Latency
  meanwhile: Latency
  after: Latency
  failedReads: number
  load: { before: number; meanwhile: number }
  kills: { wanted: number; killed: number; differing: string[] } | null
}

const MAX_MINUTES = 30
const BAR_POSTS = 1_000_000
const MAX_MEMORY_MB = 500
const SLOWEST = 2

const whole = (value: number) => Math.round(value).toLocaleString('en')
const ms = (value: number) => `${value.toFixed(1)} ms`
const latency = ({ p50, p99, reads }: Latency) => `${ms(p50)}, ${ms(p99)} (${whole(reads)} reads)`

export function importReport(result: ImportResult): string {
  const { posts, people, before, meanwhile, after, load, kills } = result
  const minutes = result.ms / 60_000
  const rows: [string, string, string][] = [
    ['posts, people', `${whole(posts)}, ${whole(people)}`, `${whole(BAR_POSTS)}, 100,000`],
    ['minutes', minutes.toFixed(2), `${((MAX_MINUTES * posts) / BAR_POSTS).toFixed(2)}`],
    ['posts a second', whole(posts / (result.ms / 1_000)), whole(BAR_POSTS / (MAX_MINUTES * 60))],
    ['most memory of the import', `${whole(result.memory / 2 ** 20)} MB`, `${MAX_MEMORY_MB} MB`],
    ['feed before: p50, p99', latency(before), ''],
    ['feed meanwhile: p50, p99', latency(meanwhile), ''],
    ['feed after: p50, p99', latency(after), ''],
    ["p99 meanwhile against before's", `${(meanwhile.p99 / before.p99).toFixed(2)} times`, `${SLOWEST} times`],
    ['reads that failed', whole(result.failedReads), '0'],
    ['load before, meanwhile', `${load.before.toFixed(1)}, ${load.meanwhile.toFixed(1)}`, ''],
  ]
  if (kills !== null)
    rows.push([
      `${kills.wanted} kills, then once more`,
      kills.differing.length === 0 ? 'the same database' : `differs in ${kills.differing.join(', ')}`,
      'the same database',
    ])
  return `Run on ${new Date().toISOString().slice(0, 10)}; everything on ${machine()}.\n\n${table(
    ['what', 'figure', 'bar'],
    rows,
  )}\n`
}

/** Returns the failures that must not happen on any machine; speed depends on the machine and is only reported. */
export function wrongOf({ kills, failedReads }: ImportResult): string[] {
  return [
    ...(failedReads > 0 ? [`${failedReads} reads of the feed failed`] : []),
    ...(kills?.differing ?? []).map((name) => `${name} is not as without kills`),
    ...(kills && kills.killed < kills.wanted
      ? [`only ${kills.killed} of ${kills.wanted} kills happened before the import had ended`]
      : []),
  ]
}
