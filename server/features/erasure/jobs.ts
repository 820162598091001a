import { LIFETIME } from '#shared/limits.ts'
import type { Db, Tx } from '#server/db/client.ts'
import type { NoPayload, Schedule, TasksOf } from '#server/jobs/task.ts'
import { eraseCategories, eraseCommentsOf, eraseDeletedComments, erasePosts, eraseStreams, findPostsToErase } from './queries.ts'

export type ErasureJobs = { erase_deleted: NoPayload }

const SLICE = 500
/** A post may be long, and comments hang on it. */
const POSTS = 100

export const erasureTasks: TasksOf<ErasureJobs> = {
  /**
   * Removes for good what was deleted long enough ago. Every slice is a short transaction, and what is blanked is not looked
   * at again, so after a kill the next run goes on with the rest.
   */
  async erase_deleted({ db, now: clock }, _, signal) {
    const now = clock()
    const before = new Date(now.getTime() - LIFETIME.deletedContent)
    const run = { db, signal }
    // A post after its comments, so that one that is blanked has none left.
    for (let ids = await findPostsToErase(db, before, POSTS); ids.length > 0; ids = await findPostsToErase(db, before, POSTS)) {
      const found = ids
      await inSlices(run, (tx) => eraseCommentsOf(tx, found, now, SLICE))
      await db.transaction((tx) => erasePosts(tx, found, now))
      signal.throwIfAborted()
    }
    await inSlices(run, (tx) => eraseDeletedComments(tx, before, now, SLICE))
    await inSlices(run, (tx) => eraseCategories(tx, before, now, SLICE))
    await inSlices(run, (tx) => eraseStreams(tx, before, now, SLICE))
  },
}

/** Repeats a transaction until it finds nothing to remove. */
async function inSlices({ db, signal }: { db: Db, signal: AbortSignal }, eraseSlice: (tx: Tx) => Promise<number>): Promise<void> {
  while (await db.transaction(eraseSlice) > 0) signal.throwIfAborted()
}

export const erasureSchedule: Schedule<ErasureJobs>[] = [{ task: 'erase_deleted', match: '20 3 * * *', nightly: true }]
