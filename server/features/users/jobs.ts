import type { Db, Tx } from '#server/db/driver/client.ts'
import type { Invalidations } from '#server/lib/invalidations.ts'
import type { TasksOf } from '#server/jobs/task.ts'
import { softDeleteComment } from '../comments/queries.ts'
import { removeExportsOf } from '../exports/remove.ts'
import { deleteFollowsBatch } from '../follows/queries.ts'
import { deleteMessageBatch } from '../messages/queries.ts'
import { leaveModeration } from '../moderation/index.ts'
import { removeModmailBatch } from '../modmail/removal.ts'
import { softDeletePost } from '../posts/queries.ts'
import { softDeleteStreamsOf } from '../streams/queries.ts'
import {
  deleteAppealsBatch,
  deleteBansAndNotesBatch,
  deleteBlocksBatch,
  deleteNotificationChoicesBatch,
  deleteNotificationsBatch,
  deletePollVotesBatch,
  deleteReadingBatch,
  deleteSavesBatch,
  softDeleteMessageImages,
  anonymizeComments,
  anonymizePosts,
  findComments,
  findPosts,
  leaveCategoriesBatch,
} from './removal/queries.ts'

const BATCH_SIZE = 200

type Run = { db: Db; invalidations: Invalidations; userId: number; now: Date; signal: AbortSignal }

export const userTasks: TasksOf<'remove_user_data'> = {
  /** Every batch is a transaction of its own, so that a run after a crash continues where this one stopped. */
  async remove_user_data(services, { user_id, content }, signal) {
    const { db, invalidations, now } = services
    await removeExportsOf(services, user_id)
    const run = { db, invalidations, userId: user_id, now: now(), signal }
    await removeRelations(run)
    if (content === 'remove') await removeContent(run)
    await inBatches(run, findComments, (ids) => db.transaction((tx) => anonymizeComments(tx, ids)))
    await inBatches(run, findPosts, (ids) => db.transaction((tx) => anonymizePosts(tx, ids)))
  },
}

async function removeRelations(run: Run): Promise<void> {
  const { db, userId, now } = run
  await untilNone(run, (tx) => deleteMessageBatch(tx, userId, BATCH_SIZE, now))
  await softDeleteMessageImages(db, userId, now)
  await untilNone(run, (tx) => removeModmailBatch(tx, userId, BATCH_SIZE, now))
  await untilNone(run, (tx) => deleteNotificationsBatch(tx, userId, BATCH_SIZE))
  await untilNone(run, (tx) => deleteNotificationChoicesBatch(tx, userId, BATCH_SIZE))
  await untilNone(run, (tx) => deleteFollowsBatch(tx, userId, BATCH_SIZE))
  await untilNone(run, (tx) => deleteBlocksBatch(tx, userId, BATCH_SIZE))
  await untilNone(run, (tx) => deleteBansAndNotesBatch(tx, userId, BATCH_SIZE))
  await untilNone(run, (tx) => deleteAppealsBatch(tx, userId, BATCH_SIZE, now))
  await untilNone(run, (tx) => deleteSavesBatch(tx, userId, BATCH_SIZE))
  await untilNone(run, (tx) => deleteReadingBatch(tx, userId, BATCH_SIZE))
  await leaveModeration(db, userId)
  await untilNone(run, (tx) => deletePollVotesBatch(tx, userId, BATCH_SIZE))
  await untilNone(run, (tx) => leaveCategoriesBatch(tx, userId, BATCH_SIZE))
  await softDeleteStreamsOf(db, userId, now)
}

async function removeContent(run: Run): Promise<void> {
  await inBatches(run, findComments, (ids) =>
    oneByOne(run, ids, async (tx, id) => {
      await softDeleteComment(tx, id, run.now)
      await anonymizeComments(tx, [id])
    }),
  )
  await inBatches(run, findPosts, (ids) =>
    oneByOne(run, ids, async (tx, id) => {
      await softDeletePost(tx, id, run.now)
      await anonymizePosts(tx, [id])
    }),
  )
}

async function untilNone({ db, signal }: Run, removeBatch: (tx: Tx) => Promise<number>): Promise<void> {
  while ((await db.transaction(removeBatch)) > 0) signal.throwIfAborted()
}

async function inBatches(
  { db, invalidations, userId, signal }: Run,
  find: typeof findPosts,
  action: (ids: number[]) => Promise<void>,
): Promise<void> {
  for (let ids = await find(db, userId, BATCH_SIZE); ids.length > 0; ids = await find(db, userId, BATCH_SIZE)) {
    await action(ids)
    invalidations.publish(['*'])
    signal.throwIfAborted()
  }
}

/** One transaction each, so that few locks are held at a time. */
async function oneByOne(
  { db, signal }: Run,
  ids: number[],
  remove: (tx: Tx, id: number) => Promise<void>,
): Promise<void> {
  for (const id of ids) {
    await db.transaction((tx) => remove(tx, id))
    signal.throwIfAborted()
  }
}
