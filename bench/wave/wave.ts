import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { CommandError, main, print, ROOT } from '#server/commands/console.ts'
import { ensureInstalled } from '#server/commands/install.ts'

const HELP = `bun run drill:wave [options]

Spam of 50 new accounts reaches a large forum (kept in DATA_DIR/wave); members report what filters and limits let through, and one moderator
clears the queue with the keyboard, in Chromium. Then every decision is taken back, and every counter is compared. Two moderators clear a queue
of 100 cases together, and a member is banned and suspended with an event stream open on each of two servers.

  --posts N       size of the forum (200,000)
  --seconds N     how long the wave lasts; it stands for ten minutes (60)
  --write         write the table into docs/operations.md`

await main(async () => {
  const { values } = parseArgs({
    options: {
      posts: { type: 'string', default: '200000' },
      seconds: { type: 'string', default: '60' },
      write: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return print(HELP)
  const [posts, seconds] = [values.posts, values.seconds].map((value) => Number(value.replaceAll(/[_,]/g, ''))) as [
    number,
    number,
  ]
  if (!Number.isSafeInteger(posts) || posts < 1_000 || !(seconds >= 0))
    throw new CommandError('--posts must be a whole number from 1,000, and --seconds a number from 0.')
  await ensureInstalled()
  await (await import('#server/commands/build.ts')).ensureBuilt()
  const { loadConfig } = await import('#server/config.ts')
  const home = resolve(loadConfig({ DATA_DIR: process.env.DATA_DIR }).dataDir, 'wave')
  await mkdir(home, { recursive: true })
  const [{ runWave }, { waveReport }, { replacePart }] = await Promise.all([
    import('./run.ts'),
    import('./report.ts'),
    import('../report.ts'),
  ])
  const result = await runWave({ home, posts, seconds, print })
  print(waveReport(result))
  if (values.write) await replacePart(join(ROOT, 'docs/operations.md'), 'bun run drill:wave', waveReport(result))
  for (const line of result.wrong) print(`wrong: ${line}`)
  print(result.wrong.length === 0 ? 'Nothing is off.' : `${result.wrong.length} disagreements`)
  return result.wrong.length === 0 ? 0 : 1
})
