import type { TasksOf } from '#server/jobs/task.ts'
import { softDeletePost } from '../posts/queries.ts'
import { findPostsOfCategory, unlistBatch } from './community/queries.ts'

const BATCH_SIZE = 500

export const adminTasks: TasksOf<'remove_community'> = {
  /** Deletes each post in a transaction of its own, so that a later run can resume. */
  async remove_community({ db, now }, { category_id }, signal) {
    while ((await db.transaction((tx) => unlistBatch(tx, category_id, BATCH_SIZE))) > 0) signal.throwIfAborted()
    let after = 0
    for (let ids = await findPostsOfCategory(db, category_id, { after, limit: BATCH_SIZE }); ids.length > 0;) {
      for (const id of ids) {
        await db.transaction((tx) => softDeletePost(tx, id, now()))
        signal.throwIfAborted()
      }
      after = ids.at(-1)!
      ids = await findPostsOfCategory(db, category_id, { after, limit: BATCH_SIZE })
    }
  },
}
