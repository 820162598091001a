import type { Schedule, TasksOf } from '#server/jobs/task.ts'
import { keyOf } from '#server/media/storage-keys.ts'
import { withWorkFolder } from '../uploads/store.ts'
import { confirmExport, findExpiredExports, findPendingExport, hasExport } from './queries.ts'
import { removeExport } from './remove.ts'
import { writeArchive } from './write.ts'

const BATCH_SIZE = 100

export const exportTasks: TasksOf<'make_export' | 'clear_exports'> = {
  /** After a crash the export starts from the beginning: its file is stored only once it is complete. */
  async make_export(services, { export_id: id, url }, signal) {
    const { db, media, now } = services
    const key = keyOf(url)
    const wanted = await findPendingExport(db, id, now())
    // The export was deleted with its account, but an earlier run of this job may already have stored the file.
    if (!wanted && !(await hasExport(db, id))) await media.remove(key)
    if (!wanted) return
    await withWorkFolder(services, async (folder) => {
      const file = await writeArchive(services, folder, wanted, signal)
      await media.put(key, file)
      const isConfirmed = await db.transaction((tx) => confirmExport(tx, { id, size: file.size, now: now() }))
      if (!isConfirmed) await media.remove(key)
    })
  },

  async clear_exports(services, _, signal) {
    for (;;) {
      const expired = await findExpiredExports(services.db, services.now(), BATCH_SIZE)
      if (expired.length === 0) return
      for (const row of expired) {
        signal.throwIfAborted()
        await removeExport(services, row)
      }
    }
  },
}

export const exportSchedule: Schedule[] = [{ task: 'clear_exports', match: '35 * * * *' }]
