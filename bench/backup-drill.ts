import { mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { CommandError, main, print } from '#server/commands/console.ts'
import { ensureInstalled } from '#server/commands/install.ts'

const HELP = `bun bench/backup-drill.ts [options]

Backs up the large forum of the measurements (DATA_DIR/bench) while members write to it, restores the file into an empty
folder, compares every table with the sums in the file and every acknowledged write with the moment of the backup, and
removes what it made.

  --posts N --comments N --votes N --users N   sizes of the forum (1,000,000; 5,000,000; 10,000,000; 200,000)`

const USUAL = { posts: 1_000_000, comments: 5_000_000, votes: 10_000_000, users: 200_000 }

await main(async () => {
  const names = Object.keys(USUAL) as (keyof typeof USUAL)[]
  const { values } = parseArgs({
    options: {
      ...Object.fromEntries(names.map((name) => [name, { type: 'string' as const }])),
      help: { type: 'boolean' },
    },
  })
  if (values.help) return print(HELP)
  const counts = { ...USUAL }
  for (const name of names) {
    const count = Number(String((values as Record<string, unknown>)[name] ?? USUAL[name]).replaceAll(/[_,]/g, ''))
    if (!Number.isSafeInteger(count) || count < 1) throw new CommandError(`--${name} must be a whole number above 0.`)
    counts[name] = count
  }
  await ensureInstalled()
  await (await import('#server/commands/build.ts')).ensureBuilt()
  const { loadConfig } = await import('#server/config.ts')
  const home = resolve(loadConfig({ DATA_DIR: process.env.DATA_DIR }).dataDir, 'bench')
  await mkdir(home, { recursive: true })
  const { runDrill } = await import('./drill/run.ts')
  const { drillReport } = await import('./drill/report.ts')
  const result = await runDrill({
    home,
    sizes: { ...counts, categories: Math.max(50, Math.round(counts.posts / 2_000)) },
    print,
  })
  print(drillReport(result))
  return result.wrong.length === 0 ? 0 : 1
})
