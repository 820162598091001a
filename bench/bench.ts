import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { CommandError, main, print, step } from '#server/commands/console.ts'
import { ensureInstalled } from '#server/commands/install.ts'

const HELP = `bun run bench [options]

Seeds a large forum once (kept in DATA_DIR/bench), builds, measures, and writes the table into docs/performance.md.

  --posts N --comments N --votes N --users N   sizes of the forum (1,000,000; 5,000,000; 10,000,000; 200,000)
  --only a,b      parts: pages, json, votes, writes, mixed, growth, feeds, sizes, memory, start, soak, workers, live,
                  filters, searches, push; or single rows by id;
                  costliest-calls only where it is named, for it adds the largest things that members can make;
                  costliest-calls,posts.list measures that call alone;
                  phone alone loads the demo forum as an old phone on a slow line
  --against X     only compares with another version, a tag or commit, which is built and seeded below
                  DATA_DIR/bench/against
  --seconds N     length of a sample (5)
  --repeats N     samples of a row, of which the middle one counts (3)
  --minutes N     how long memory is watched under load (10)
  --queries N     of the soak (2,000,000)
  --no-build      measure the build that is there
  --no-report     print, but leave docs/performance.md alone`

const NUMBERS = {
  posts: '1000000',
  comments: '5000000',
  votes: '10000000',
  users: '200000',
  seconds: '5',
  repeats: '3',
  minutes: '10',
  queries: '2000000',
} as const

type Name = keyof typeof NUMBERS

function numbersOf(values: Record<string, unknown>): Record<Name, number> {
  return Object.fromEntries(
    Object.entries(NUMBERS).map(([name, usual]) => {
      const value = Number(String(values[name] ?? usual).replaceAll(/[_,]/g, ''))
      if (!(value > 0)) throw new CommandError(`--${name} must be a number above 0.`)
      return [name, value]
    }),
  ) as Record<Name, number>
}

await main(async () => {
  const text = Object.fromEntries(
    [...Object.keys(NUMBERS), 'only', 'against'].map((name) => [name, { type: 'string' as const }]),
  )
  const flags = Object.fromEntries(
    ['no-build', 'no-report', 'help'].map((name) => [name, { type: 'boolean' as const }]),
  )
  const { values } = parseArgs({ options: { ...text, ...flags } })
  if (values.help) return print(HELP)
  const numbers = numbersOf(values)
  const only = typeof values.only === 'string' ? new Set(values.only.split(',')) : null
  const against = typeof values.against === 'string' ? values.against : null
  await ensureInstalled()
  if (!values['no-build']) {
    const { buildClient } = await import('#server/commands/build.ts')
    await buildClient()
  }
  if (only?.size === 1 && only.has('phone')) {
    const { measurePhone } = await import('./phone.ts')
    return measurePhone({ runs: numbers.repeats, isReported: !values['no-report'] })
  }
  const { loadConfig } = await import('#server/config.ts')
  const { runParts } = await import('./run.ts')
  const { dataDir } = loadConfig({ DATA_DIR: process.env.DATA_DIR })
  const home = resolve(dataDir, 'bench')
  await mkdir(home, { recursive: true })
  const sizes = {
    users: numbers.users,
    categories: Math.max(50, Math.round(numbers.posts / 2_000)),
    posts: numbers.posts,
    comments: numbers.comments,
    votes: numbers.votes,
  }
  const { rows, failed } = await step('Measuring', () => runParts({ home, sizes, only, against, ...numbers }))
  const { reportOf, writeReport } = await import('./report.ts')
  if (values['no-report']) print(reportOf(rows, sizes))
  else {
    await writeReport(rows, sizes)
    print(`The table is in ${join('docs', 'performance.md')}.`)
  }
  for (const row of rows.filter((each) => each.reached === false))
    print(`short: ${row.what}: ${row.measured} (${row.bar})`)
  for (const part of failed) print(`could not be measured: ${part}`)
  return failed.length > 0 ? 1 : 0
})
