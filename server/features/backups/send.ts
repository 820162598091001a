import { join } from 'node:path'
import { createLocalBus } from '#server/bus/local-bus.ts'
import type { Config } from '#server/config.ts'
import { createDb } from '#server/db/driver/client.ts'
import { isS3Place } from '#server/db/backup/store.ts'
import { createInvalidations } from '#server/lib/invalidations.ts'
import { createLogger } from '#server/lib/log.ts'
import { createSettings } from '../settings/store.ts'
import { findNewestBackup, insertBackup } from './queries.ts'
import { restoreCommands } from './rules.ts'
import { runBackupProcess } from './run.ts'
import { backupSettings } from './settings.ts'

/** Makes a backup for a command. @throws BackupError */
export async function sendBackup(
  config: Config,
  signal: AbortSignal,
): Promise<{ place: string; bytes: number; restore: string[] }> {
  const { db, close } = createDb(config.databaseUrl!, { max: 1 })
  try {
    const log = createLogger('warn', false)
    const invalidations = createInvalidations()
    const settings = createSettings({ config, db, log, bus: createLocalBus(log), invalidations })
    await settings.refresh()
    const chosen = backupSettings({ settings, config })
    const { recipient, keep, to } = chosen
    const started_at = new Date()
    const lastBytes = (await findNewestBackup(db))?.bytes ?? 0
    const work = { kind: 'make', recipient, keep, lastBytes, now: started_at } as const
    const reply = await runBackupProcess({ config, settings }, work, signal)
    if (!('made' in reply)) throw new Error('The process of the backup answered something else')
    const { name, bytes } = reply.made
    await insertBackup(db, { started_at, finished_at: new Date() }, reply.made)
    const place = isS3Place(to) ? `${to.replace(/\/$/, '')}/${name}` : join(to, name)
    return { place, bytes, restore: restoreCommands(chosen, place) }
  } finally {
    await close()
  }
}
