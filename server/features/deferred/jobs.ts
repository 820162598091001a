import type { TasksOf } from '#server/jobs/task.ts'
import { notifyFollowersOfThread } from '../notifications/queries.ts'
import { announceDeferred } from './announce.ts'
import { findPublicComment } from './queries.ts'

const BATCH_SIZE = 100
/** Pause after a batch, as a multiple of its duration, so that the database has capacity left for readers. */
const REST = 2

export const deferredTasks: TasksOf<'announce' | 'notify_thread_followers'> = {
  /** Gives points and sends notifications for content that was held for a moderator or removed at first. */
  async announce({ db, now, config }, ref) {
    await db.transaction((tx) => announceDeferred(tx, ref, { now: now(), timeZone: config.timeZone }))
  },

  async notify_thread_followers({ db, now }, { comment_id, after: first }, signal) {
    for (let after: number | null = first; after !== null; signal.throwIfAborted()) {
      const startedAt = performance.now()
      const from: number = after
      after = await db.transaction(async (tx) => {
        const found = await findPublicComment(tx, comment_id)
        if (!found || found.author_id === null) return null
        const { post_id, author_id, home_author_id } = found
        const added = { postId: post_id, commentId: comment_id, actorId: author_id, now: now() }
        return notifyFollowersOfThread(tx, added, { authorId: home_author_id, after: from, limit: BATCH_SIZE })
      })
      await Bun.sleep(REST * (performance.now() - startedAt))
    }
  },
}
