import type { Schedule, TasksOf } from '#server/jobs/task.ts'
import { notifyFollowers } from '../notifications/queries.ts'
import { findAnnounced } from './queries.ts'
import { removeFinished, removeThumbnails } from './media/remove.ts'
import { findWithLapsed, storeViewers } from './viewers/queries.ts'

const BATCH_SIZE = 500
const NOTHING = { joined: new Map<string, string>(), left: new Set<string>() }

export const streamTasks: TasksOf<'announce_stream' | 'look_after_streams'> = {
  /** Notifies each batch of followers in its own transaction. */
  async announce_stream({ db, now }, { stream_id }, signal) {
    for (let after: number | null = 0; after !== null; signal.throwIfAborted()) {
      const from: number = after
      after = await db.transaction(async (tx) => {
        const found = await findAnnounced(tx, stream_id)
        if (!found) return null
        const { user_id, post_id } = found
        const added = { streamId: stream_id, postId: post_id, actorId: user_id, now: now() }
        return notifyFollowers(tx, added, { after: from, limit: BATCH_SIZE })
      })
    }
  },

  /**
   * Cleans up after a killed process: ends streams without new pieces of video, and deletes leftover viewers and files.
   */
  async look_after_streams(services, _, signal) {
    const { db, live } = services
    await live.endSilent()
    for (const id of await findWithLapsed(db)) {
      await db.transaction((tx) => storeViewers(tx, id, NOTHING))
      signal.throwIfAborted()
    }
    await removeFinished(services, signal)
    await removeThumbnails(services)
  },
}

export const streamSchedule: Schedule[] = [{ task: 'look_after_streams', match: '* * * * *' }]
