import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { main, ROOT } from './console.ts'
import { ensureInstalled } from './install.ts'

type Journal = { entries: { when: number }[] }

const JOURNAL = join(ROOT, 'drizzle/meta/_journal.json')

/** Writes the SQL that takes the database from the last migration to server/db/schema.ts; arguments go to drizzle-kit. */
async function generate(): Promise<number> {
  await ensureInstalled()
  const kit = join(ROOT, 'node_modules/drizzle-kit/bin.cjs')
  const args = [kit, 'generate', '--config', 'drizzle/config.ts', ...process.argv.slice(2)]
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: 'inherit' })
  const code = await new Promise<number>((resolve) => child.on('close', (ended) => resolve(ended ?? 1)))
  if (code === 0) await keepOrder()
  return code
}

/** The migrator applies what is newer than the last applied one, so a clock that runs behind must not make a later migration the older. */
async function keepOrder(): Promise<void> {
  const journal = (await Bun.file(JOURNAL).json()) as Journal
  let last = 0
  for (const entry of journal.entries) {
    entry.when = Math.max(entry.when, last + 1)
    last = entry.when
  }
  await Bun.write(JOURNAL, `${JSON.stringify(journal, null, 2)}`)
}

await main(generate)
