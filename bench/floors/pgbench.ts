import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Forum } from '../fixture.ts'
import type { Statement } from './sql.ts'

const PLACES = [
  '/usr/lib/postgresql/18/bin',
  '/usr/lib/postgresql/17/bin',
  '/usr/lib/postgresql/16/bin',
  '/usr/lib/postgresql/15/bin',
]

/** Returns null without pgbench, which the embedded PostgreSQL lacks. */
function findPgbench(): string | null {
  return (
    process.env.PGBENCH ??
    Bun.which('pgbench') ??
    PLACES.map((place) => join(place, 'pgbench')).find((file) => existsSync(file)) ??
    null
  )
}

/** Inlines the parameters; values in `variables` become pgbench variables. */
function inlined({ text, params }: Statement, variables: Map<unknown, string>): string {
  return text.replaceAll(/\$(\d+)/g, (_, number: string) => {
    const value = params[Number(number) - 1]
    const name = variables.get(value)
    if (name) return `:${name}`
    if (value === null) return 'null'
    return typeof value === 'number' ? String(value) : `'${String(value).replaceAll(`'`, `''`)}'`
  })
}

type Options = {
  statements: Statement[]
  /** Meta commands of pgbench, like `\set post_id random(1, 1000)`. */
  setup: string[]
  /** Names of pgbench variables by the parameter value that they replace. */
  variables: Map<unknown, string>
  seconds: number
}

/** Returns transactions a second (prepared, 16 clients); null without pgbench. */
export async function pgbench(
  forum: Forum,
  { statements, setup, variables, seconds }: Options,
): Promise<number | null> {
  const program = findPgbench()
  if (!program) return null
  const folder = await mkdtemp(join(tmpdir(), 'pgbench-'))
  const script = join(folder, 'script.sql')
  const body = statements.map((statement) => `${inlined(statement, variables).replaceAll(/\s+/g, ' ').trim()};`)
  await writeFile(script, `${[...setup, ...body].join('\n')}\n`)
  const child = Bun.spawn(
    [program, '-n', '-M', 'prepared', '-c', '16', '-j', '2', '-T', String(Math.ceil(seconds)), '-f', script, forum.url],
    { stdout: 'pipe', stderr: 'pipe' },
  )
  const [output, problems] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  await rm(folder, { recursive: true })
  const rate = Number(/tps = ([\d.]+)/.exec(output)?.[1])
  if (!rate) throw new Error(`pgbench: ${problems}`)
  return rate
}
