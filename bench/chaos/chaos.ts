import { mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { CommandError, main, print } from '#server/commands/console.ts'
import { ensureInstalled } from '#server/commands/install.ts'

const HELP = `bun run chaos [options]

Breaks a small forum under load, again and again, and looks for every write that was acknowledged.

  --kills N       SIGKILLs, half of the server and half of the database (100)
  --each N        how often each other fault (5)
  --only a,b      faults: server, database, disk, mail, provider, connections
  --no-report     print, but leave docs/operations.md alone`

await main(async () => {
  const { values } = parseArgs({
    options: {
      kills: { type: 'string', default: '100' },
      each: { type: 'string', default: '5' },
      only: { type: 'string' },
      'no-report': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return print(HELP)
  const [kills, each] = [Number(values.kills), Number(values.each)]
  if (!Number.isSafeInteger(kills) || !Number.isSafeInteger(each) || kills < 0 || each < 0)
    throw new CommandError('--kills and --each must be whole numbers.')
  await ensureInstalled()
  await (await import('#server/commands/build.ts')).ensureBuilt()
  const { loadConfig } = await import('#server/config.ts')
  const home = resolve(loadConfig({ DATA_DIR: process.env.DATA_DIR }).dataDir, 'chaos')
  await mkdir(home, { recursive: true })
  const { runChaos } = await import('./run.ts')
  const { chaosReport, writeChaosReport } = await import('./report.ts')
  const result = await runChaos({
    home,
    kills,
    each,
    only: values.only === undefined ? null : new Set(values.only.split(',')),
    print,
  })
  if (values['no-report']) print(chaosReport(result))
  else await writeChaosReport(result)
  for (const line of result.wrong) print(`wrong: ${line}`)
  print(
    result.wrong.length === 0
      ? 'Nothing was lost, and nothing was done twice.'
      : `${result.wrong.length} disagreements`,
  )
  return result.wrong.length === 0 ? 0 : 1
})
