import type { Authored } from '#server/db/personal-data.ts'
import type { Db, Tx } from '#server/db/driver/client.ts'
import type { Invalidations } from '#server/lib/invalidations.ts'
import type { TasksOf } from '#server/jobs/task.ts'
import { personalData } from '../personal-data.ts'

const BATCH_SIZE = 200

type Run = { db: Db; invalidations: Invalidations; userId: number; now: Date; signal: AbortSignal }

export const userTasks: TasksOf<'remove_user_data'> = {
  /** Each batch has its own transaction, so that after a crash the job continues where it stopped. */
  async remove_user_data(services, { user_id, content }, signal) {
    const { db, invalidations, now } = services
    const run = { db, invalidations, userId: user_id, now: now(), signal }
    for (const { deletedFiles } of personalData) await deletedFiles?.(services, user_id)
    for (const { deletedRows = [] } of personalData)
      for (const deleteBatch of deletedRows) await untilNone(run, (tx) => deleteBatch(tx, run, BATCH_SIZE))
    const texts = personalData.flatMap(({ authored }) => authored ?? [])
    if (content === 'remove') for (const authored of texts) await removeTexts(run, authored)
    for (const { find, anonymize } of texts)
      await inBatches(run, find, (ids) => db.transaction((tx) => anonymize(tx, ids)))
  },
}

async function untilNone({ db, signal }: Run, deleteBatch: (tx: Tx) => Promise<number>): Promise<void> {
  while ((await db.transaction(deleteBatch)) > 0) signal.throwIfAborted()
}

/** Each text has its own transaction, so that few rows are locked at a time. */
function removeTexts(run: Run, { find, remove, anonymize }: Authored): Promise<void> {
  const { db, now, signal } = run
  return inBatches(run, find, async (ids) => {
    for (const id of ids) {
      await db.transaction(async (tx) => {
        await remove(tx, id, now)
        await anonymize(tx, [id])
      })
      signal.throwIfAborted()
    }
  })
}

async function inBatches(
  { db, invalidations, userId, signal }: Run,
  find: Authored['find'],
  action: (ids: number[]) => Promise<void>,
): Promise<void> {
  for (let ids = await find(db, userId, BATCH_SIZE); ids.length > 0; ids = await find(db, userId, BATCH_SIZE)) {
    await action(ids)
    invalidations.publish(['*'])
    signal.throwIfAborted()
  }
}
