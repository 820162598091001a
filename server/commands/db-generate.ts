import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { runProgram } from '#server/lib/programs.ts'
import { main, ROOT } from './console.ts'
import { ensureInstalled } from './install.ts'
import { wrapSql } from './long-lines.ts'

type Journal = { entries: { when: number }[] }

const META = join(ROOT, 'drizzle/meta')
const JOURNAL = join(META, '_journal.json')

async function generate(): Promise<number> {
  await ensureInstalled()
  const kit = join(ROOT, 'node_modules/drizzle-kit/bin.cjs')
  const args = [kit, 'generate', '--config', 'drizzle/config.ts', ...process.argv.slice(2)]
  const { code } = await runProgram(process.execPath, args, { cwd: ROOT, isAttached: true })
  if (code === 0) {
    await tidyMeta()
    await wrapMigrations()
  }
  return code
}

/** The times in the journal must increase, since the migrator skips older entries; only the newest snapshot is kept. */
async function tidyMeta(): Promise<void> {
  const journal = (await Bun.file(JOURNAL).json()) as Journal
  let last = 0
  for (const entry of journal.entries) {
    entry.when = Math.max(entry.when, last + 1)
    last = entry.when
  }
  await Bun.write(JOURNAL, `${JSON.stringify(journal, null, 2)}\n`)
  const snapshots = [...new Bun.Glob('*_snapshot.json').scanSync(META)].toSorted().map((name) => join(META, name))
  const newest = Bun.file(snapshots.pop()!)
  await Bun.write(newest, `${JSON.stringify(await newest.json())}\n`)
  for (const older of snapshots) await rm(older)
}

async function wrapMigrations(): Promise<void> {
  for (const name of new Bun.Glob('*.sql').scanSync(join(ROOT, 'drizzle'))) {
    const file = Bun.file(join(ROOT, 'drizzle', name))
    const source = await file.text()
    const wrapped = wrapSql(source)
    if (wrapped !== source) await Bun.write(file, wrapped)
  }
}

await main(generate)
