import { LIFETIME } from '#shared/limits.ts'
import type { Db, Tx } from '#server/db/driver/client.ts'
import type { Schedule, TasksOf } from '#server/jobs/task.ts'
import {
  eraseCategories,
  eraseCommentsOf,
  eraseDeletedComments,
  erasePosts,
  eraseStreams,
  findPostsToErase,
} from './queries.ts'
import { eraseUnderage } from './underage.ts'

const BATCH_SIZE = 500
const POST_BATCH_SIZE = 100

export const erasureTasks: TasksOf<'erase_deleted' | 'erase_underage'> = {
  /** Each batch is a transaction, so that the next run continues where a killed one stopped. */
  async erase_deleted({ db, now: clock }, _, signal) {
    const now = clock()
    const before = new Date(now.getTime() - LIFETIME.deletedContent)
    const run = { db, signal }
    // Comments are erased before their posts, because the next run of a killed job does not find erased posts again.
    for (
      let ids = await findPostsToErase(db, before, POST_BATCH_SIZE);
      ids.length > 0;
      ids = await findPostsToErase(db, before, POST_BATCH_SIZE)
    ) {
      const batch = ids
      await inBatches(run, (tx) => eraseCommentsOf(tx, batch, now, BATCH_SIZE))
      await db.transaction((tx) => erasePosts(tx, batch, now))
      signal.throwIfAborted()
    }
    await inBatches(run, (tx) => eraseDeletedComments(tx, before, now, BATCH_SIZE))
    await inBatches(run, (tx) => eraseCategories(tx, before, now, BATCH_SIZE))
    await inBatches(run, (tx) => eraseStreams(tx, before, now, BATCH_SIZE))
  },

  async erase_underage({ db, now }, _, signal) {
    while ((await eraseUnderage(db, now(), BATCH_SIZE)) > 0) signal.throwIfAborted()
  },
}

async function inBatches(
  { db, signal }: { db: Db; signal: AbortSignal },
  eraseBatch: (tx: Tx) => Promise<number>,
): Promise<void> {
  while ((await db.transaction(eraseBatch)) > 0) signal.throwIfAborted()
}

export const erasureSchedule: Schedule[] = [
  { task: 'erase_deleted', match: '20 3 * * *', nightly: true },
  { task: 'erase_underage', match: '10 3 * * *', nightly: true },
]
