import { setTimeout } from 'node:timers/promises'
import type { NoPayload, TasksOf } from '#server/jobs/task.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { addJob } from '#server/jobs/add.ts'
import { indexComments, isIndexComplete, newestComment } from './queries.ts'

export type SearchJobs = { index_comments: NoPayload }

const BATCH_SIZE = 500

export const searchTasks: TasksOf<SearchJobs> = {
  /** Indexes the comments from before there was an index, newest first. One that was killed skips what is there. */
  async index_comments({ db }, _, signal) {
    for (let newest = await newestComment(db); newest > 0;) {
      const started = performance.now()
      newest = await indexComments(db, newest, BATCH_SIZE)
      // Pauses as long as the batch took, because this job runs for an hour on a large forum.
      await setTimeout(performance.now() - started, undefined, { signal })
    }
  },
}

export async function completeIndex(db: DbOrTx): Promise<void> {
  if (!await isIndexComplete(db)) await addJob(db, 'index_comments', {}, { key: 'index_comments', long: true })
}
