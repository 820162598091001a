import { parseArgs } from 'node:util'
import { CommandError, main, print } from '#server/commands/console.ts'
import { ensureInstalled } from '#server/commands/install.ts'

const HELP = `bun run drill:cluster [options]

Three servers with everything around them on this machine; kills and stalls each part under load and looks for what was lost.
On Debian missing programs are installed as root.

  --rounds N      how often each fault (5); 5 or more also read 10,000 own writes
  --fault a,b     worker, server, redis, redis-stall, replica, store, store-stall, primary, primary-hosts
  --write         write the table into docs/operations.md`

await main(async () => {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '5' },
      fault: { type: 'string' },
      write: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return print(HELP)
  const rounds = Number(values.rounds)
  if (!Number.isSafeInteger(rounds) || rounds < 1) throw new CommandError('--rounds must be a whole number from 1.')
  await ensureInstalled()
  await (await import('#server/commands/build.ts')).ensureBuilt()
  const { installPrograms } = await import('./install.ts')
  const missing = (await installPrograms(print)).filter((program) => program !== 'swift-proxy-server')
  if (missing.length > 0) throw new CommandError(`Not installed: ${missing.join(', ')}.`)
  const [{ runDrill }, { FAULTS }, { drillReport, writeDrillReport }] = await Promise.all([
    import('./run.ts'),
    import('./faults.ts'),
    import('./report.ts'),
  ])
  const only = values.fault === undefined ? null : new Set(values.fault.split(','))
  const unknown = [...(only ?? [])].find((name) => !FAULTS.some((fault) => fault.name === name))
  if (unknown !== undefined) throw new CommandError(`There is no fault ${unknown}.`)
  let stop = async () => {}
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => void stop().then(() => process.exit(130)))
  const result = await runDrill({
    rounds,
    only,
    print,
    onStart: (ends) => {
      stop = ends
    },
  })
  print(drillReport(result))
  if (values.write) await writeDrillReport(result)
  const isGood = result.wrong.length + result.notSeen.length === 0
  print(isGood ? 'Nothing acknowledged was lost.' : `${result.wrong.length + result.notSeen.length} disagreements`)
  return isGood ? 0 : 1
})
