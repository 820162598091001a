import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import { ok, warning, type Finding } from './finding.ts'

const DAY_MS = 86_400_000
const OLDEST_DAYS = 2

/** By the files of DATA_DIR/backups. */
export async function checkBackups({ dataDir, production }: Config, now = Date.now()): Promise<Finding[]> {
  if (!production) return []
  const folder = join(dataDir, 'backups')
  const names = await readdir(folder).catch((): string[] => [])
  const times = await Promise.all(
    names
      .filter((name) => /\.tar\.zst(\.age)?$/.test(name))
      .map(async (name) => (await stat(join(folder, name))).mtimeMs),
  )
  const advice = 'Run watek backup, or switch scheduled backups on.'
  if (times.length === 0) return [warning('last backup', 'There is none.', advice)]
  const days = (now - Math.max(...times)) / DAY_MS
  const age = days < 1 ? 'of today' : `${Math.floor(days)} days old`
  return [days > OLDEST_DAYS ? warning('last backup', `It is ${age}.`, advice) : ok('last backup', `It is ${age}.`)]
}
