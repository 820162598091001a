import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { LIFETIME } from '#shared/limits.ts'
import { incomingFolder } from '#server/media/open-storage.ts'
import type { Schedule, TasksOf } from '#server/jobs/task.ts'
import { softDeleteUnused, findSoftDeleted } from './queries.ts'
import { removeUpload } from './store.ts'

const BATCH_SIZE = 100
const STORE_TIMEOUT_MS = 60 * 60 * 1_000

async function clearIncoming(folder: string, before: Date): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name)
    const received = await stat(path).catch(() => null)
    if (received && received.mtime < before) await rm(path, { recursive: true, force: true })
  }
}

export const uploadTasks: TasksOf<'clear_uploads'> = {
  async clear_uploads(services, _, signal) {
    const now = services.now()
    while ((await softDeleteUnused(services.db, now, BATCH_SIZE)) > 0) signal.throwIfAborted()
    for (;;) {
      const batch = await findSoftDeleted(services.db, new Date(now.getTime() - STORE_TIMEOUT_MS), BATCH_SIZE)
      if (batch.length === 0) break
      for (const upload of batch) {
        signal.throwIfAborted()
        await removeUpload(services, upload)
      }
    }
    await clearIncoming(incomingFolder(services.config), new Date(now.getTime() - LIFETIME.orphanedUpload))
  },
}

export const uploadSchedule: Schedule[] = [{ task: 'clear_uploads', match: '25 * * * *' }]
