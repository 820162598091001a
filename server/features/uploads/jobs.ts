import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { LIFETIME } from '#shared/limits.ts'
import { incomingFolder } from '#server/media/open-storage.ts'
import type { NoPayload, Schedule, TasksOf } from '#server/jobs/task.ts'
import { discardOrphans, findDiscarded } from './queries.ts'
import { removeUpload } from './store.ts'

export type UploadJobs = { clear_uploads: NoPayload }

const SLICE = 100
/** An upload that is just being stored is noted as given up until it is there. */
const STORING = 60 * 60 * 1_000

/** Removes what a process that died left behind while it received it. */
async function clearIncoming(folder: string, before: Date): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name)
    const received = await stat(path).catch(() => null)
    if (received && received.mtime < before) await rm(path, { force: true })
  }
}

export const uploadTasks: TasksOf<UploadJobs> = {
  /** Removes the files of uploads that nothing used within a day, and of those whose message or content is gone. */
  async clear_uploads(services, _, signal) {
    const now = services.now()
    while (await discardOrphans(services.db, now, SLICE) > 0) signal.throwIfAborted()
    for (;;) {
      const discarded = await findDiscarded(services.db, new Date(now.getTime() - STORING), SLICE)
      if (discarded.length === 0) break
      for (const upload of discarded) {
        signal.throwIfAborted()
        await removeUpload(services, upload)
      }
    }
    await clearIncoming(incomingFolder(services.config), new Date(now.getTime() - LIFETIME.orphanedUpload))
  },
}

export const uploadSchedule: Schedule<UploadJobs>[] = [{ task: 'clear_uploads', match: '25 * * * *' }]
