import type { TasksOf } from '#server/jobs/task.ts'
import { deletePost } from '../posts/queries.ts'
import { findPostsOf, unlistSlice } from './community/queries.ts'

export type AdminJobs = { remove_community: { category_id: number } }

const SLICE = 500

export const adminTasks: TasksOf<AdminJobs> = {
  /**
   * Deletes the posts of a deleted community: first out of every list, then each with its points and notices in a transaction
   * of its own. Whatever is done stays done, so after a kill the next run goes on with the rest.
   */
  async remove_community({ db, now }, { category_id }, signal) {
    while (await db.transaction((tx) => unlistSlice(tx, category_id, SLICE)) > 0) signal.throwIfAborted()
    let after = 0
    for (let ids = await findPostsOf(db, category_id, { after, limit: SLICE }); ids.length > 0;) {
      for (const id of ids) {
        await db.transaction((tx) => deletePost(tx, id, now()))
        signal.throwIfAborted()
      }
      after = ids.at(-1)!
      ids = await findPostsOf(db, category_id, { after, limit: SLICE })
    }
  },
}
