import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { CommandError, main, print, ROOT } from '#server/commands/console.ts'
import { ensureInstalled } from '#server/commands/install.ts'
import { replacePart } from '../report.ts'

const HELP = `bun run drill <chaos | cluster | backup | wave | update | costs | hooks | import> [options]

Breaks or strains a forum under load and looks for every acknowledged write.
--write puts the table into docs/operations.md.

chaos     kills and starves the server and the database of a small forum
  --kills N       SIGKILLs, half of the server and half of the database (100)
  --each N        how often each other fault (5)
  --fault a,b     server, database, disk, mail, provider, connections
cluster   kills and stalls each part of a set-up of three servers; installs missing programs on Debian as root
  --each N        how often each fault (5); 5 or more also read 10,000 own writes
  --fault a,b     worker, server, redis, redis-stall, replica, store, store-stall, primary, primary-hosts
backup    backs up a large forum (DATA_DIR/bench) while members write, restores the file and compares everything
  --posts N --comments N --votes N --users N   sizes (1,000,000; 5,000,000; 10,000,000; 200,000)
wave      spam of 50 new accounts; one moderator clears the queue with the keyboard, then everything is taken back
  --posts N       size of the forum (200,000)
  --seconds N     how long the wave lasts; it stands for ten minutes (60)
update    installs a release, updates it and breaks updates at random moments; needs root, to mount a small disk
  --updates N     broken ones (100)
  --each N        good ones of each kind (5)
  --posts N       of the forum (1,000)
costs     replays a day of a small forum and of one twice as large, and compares the estimate of the first
  --members N     of the small one (200)
  --seconds N     how long each of the eight hours lasts (15)
hooks     kills server and receiver of web hooks in turns, and looks for every event and its order
  --kills N       SIGKILLs (100)
import    imports a forum beside a running one whose feeds are read, again with kills at random moments, and compares
  --kills N       SIGKILLs (50); 0 only measures
  --posts N       of the former forum (20,000)`

const NUMBERS = ['kills', 'each', 'posts', 'comments', 'votes', 'users', 'seconds', 'updates', 'members'] as const

type Arguments = {
  number: (name: (typeof NUMBERS)[number], usual: number) => number
  faults: Set<string> | null
  home: (name: string) => Promise<string>
}

type Outcome = { report: string; wrong: string[] }

async function chaos({ number, faults, home }: Arguments): Promise<Outcome> {
  const { runChaos } = await import('./chaos/run.ts')
  const { chaosReport } = await import('./chaos/report.ts')
  const result = await runChaos({
    home: await home('chaos'),
    kills: number('kills', 100),
    each: number('each', 5),
    only: faults,
    print,
  })
  return { report: chaosReport(result), wrong: result.wrong }
}

async function cluster({ number, faults }: Arguments): Promise<Outcome> {
  const { installPrograms } = await import('./cluster/install.ts')
  const missing = (await installPrograms(print)).filter((program) => program !== 'swift-proxy-server')
  if (missing.length > 0) throw new CommandError(`Not installed: ${missing.join(', ')}.`)
  const { runClusterDrill } = await import('./cluster/run.ts')
  const { FAULTS } = await import('./cluster/faults.ts')
  const { clusterReport } = await import('./cluster/report.ts')
  const unknown = [...(faults ?? [])].find((name) => !FAULTS.some((fault) => fault.name === name))
  if (unknown !== undefined) throw new CommandError(`There is no fault ${unknown}.`)
  let stop = async () => {}
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => void stop().then(() => process.exit(130)))
  const result = await runClusterDrill({
    rounds: Math.max(1, number('each', 5)),
    only: faults,
    print,
    onStart: (ends) => {
      stop = ends
    },
  })
  return { report: clusterReport(result), wrong: [...result.wrong, ...result.notSeen] }
}

async function backup({ number, home }: Arguments): Promise<Outcome> {
  const { runBackupDrill } = await import('./backup/run.ts')
  const { backupReport } = await import('./backup/report.ts')
  const posts = number('posts', 1_000_000)
  const result = await runBackupDrill({
    home: await home('bench'),
    sizes: {
      posts,
      comments: number('comments', 5_000_000),
      votes: number('votes', 10_000_000),
      users: number('users', 200_000),
      categories: Math.max(50, Math.round(posts / 2_000)),
    },
    print,
  })
  return { report: backupReport(result), wrong: result.wrong }
}

async function wave({ number, home }: Arguments): Promise<Outcome> {
  const { runWave } = await import('./wave/run.ts')
  const { waveReport } = await import('./wave/report.ts')
  const posts = Math.max(1_000, number('posts', 200_000))
  const result = await runWave({ home: await home('wave'), posts, seconds: number('seconds', 60), print })
  return { report: waveReport(result), wrong: result.wrong }
}

async function update({ number, home }: Arguments): Promise<Outcome> {
  const { runUpdateDrill } = await import('./update/run.ts')
  const { updateReport } = await import('./update/report.ts')
  const result = await runUpdateDrill({
    home: await home('update'),
    large: await home('bench'),
    posts: number('posts', 1_000),
    updates: number('updates', 100),
    each: number('each', 5),
    print,
  })
  return { report: updateReport(result), wrong: result.wrong }
}

async function costs({ number, home }: Arguments): Promise<Outcome> {
  const { runCostsDrill } = await import('./costs/run.ts')
  const { costsReport } = await import('./costs/report.ts')
  const result = await runCostsDrill({
    home: await home('costs'),
    members: Math.max(10, number('members', 200)),
    seconds: Math.max(1, number('seconds', 15)),
    print,
  })
  return { report: costsReport(result), wrong: result.wrong }
}

async function hooks({ number, home }: Arguments): Promise<Outcome> {
  const { runHooks } = await import('./hooks/run.ts')
  const { hooksReport } = await import('./hooks/report.ts')
  const result = await runHooks({ home: await home('hooks'), kills: number('kills', 100), print })
  return { report: hooksReport(result), wrong: result.wrong }
}

async function importing({ number, home }: Arguments): Promise<Outcome> {
  const { runImportDrill } = await import('./import/run.ts')
  const { importReport, wrongOf } = await import('./import/report.ts')
  const [kills, posts] = [number('kills', 50), number('posts', 20_000)]
  const result = await runImportDrill({ home: await home('import-drill'), kills, posts, print })
  return { report: importReport(result), wrong: wrongOf(result) }
}

const DRILLS: Record<string, (given: Arguments) => Promise<Outcome>> = {
  chaos,
  cluster,
  backup,
  wave,
  update,
  costs,
  hooks,
  import: importing,
}

await main(async () => {
  const { values, positionals } = parseArgs({
    options: {
      ...Object.fromEntries([...NUMBERS, 'fault'].map((name) => [name, { type: 'string' as const }])),
      write: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  })
  const name = positionals[0] ?? ''
  const drill = DRILLS[name]
  if (!drill) throw new CommandError(HELP)
  const given: Record<string, string | boolean | undefined> = values
  await ensureInstalled()
  await (await import('#server/commands/build.ts')).ensureBuilt()
  const { report, wrong } = await drill({
    number(option, usual) {
      const value = Number(String(given[option] ?? usual).replaceAll(/[_,]/g, ''))
      if (!Number.isSafeInteger(value) || value < 0) throw new CommandError(`--${option} must be a whole number.`)
      return value
    },
    faults: given.fault === undefined ? null : new Set(String(given.fault).split(',')),
    async home(folder) {
      const { loadConfig } = await import('#server/config.ts')
      const path = resolve(loadConfig({ DATA_DIR: process.env.DATA_DIR }).dataDir, folder)
      await mkdir(path, { recursive: true })
      return path
    },
  })
  print(report)
  if (values.write) await replacePart(join(ROOT, 'docs/operations.md'), `bun run drill ${name}`, report)
  for (const line of wrong) print(`wrong: ${line}`)
  print(wrong.length === 0 ? 'Nothing acknowledged was lost or doubled.' : `${wrong.length} disagreements`)
  return wrong.length === 0 ? 0 : 1
}, HELP)
