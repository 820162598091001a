import type { Db, Tx } from '#server/db/client.ts'
import type { TasksOf } from '#server/jobs/task.ts'
import { removeComment } from '../comments/queries.ts'
import { deleteFollowsSlice } from '../follows/queries.ts'
import { deleteMessagesSlice } from '../messages/queries.ts'
import { deletePost } from '../posts/queries.ts'
import { removeStreamsOf } from '../streams/queries.ts'
import {
  deleteBlocksSlice, deleteNoticesSlice, deleteSavesSlice, discardMessageImages, disownComments, disownPosts, findComments,
  findPosts, leaveCategoriesSlice,
} from './removal/queries.ts'
import type { ContentChoice } from './removal/remove-account.ts'

export type UserJobs = { remove_user_data: { user_id: number, content: ContentChoice } }

const SLICE = 200

type Run = { db: Db, userId: number, now: Date, signal: AbortSignal }

export const userTasks: TasksOf<UserJobs> = {
  /**
   * Takes away what belonged to a deleted account. Every slice is a short transaction that removes what it finds, so after
   * a kill the next run goes on where this one was.
   */
  async remove_user_data({ db, now }, { user_id, content }, signal) {
    const run = { db, userId: user_id, now: now(), signal }
    await removeRelations(run)
    if (content === 'remove') await removeContent(run)
    await inBatches(run, findComments, (ids) => db.transaction((tx) => disownComments(tx, ids)))
    await inBatches(run, findPosts, (ids) => db.transaction((tx) => disownPosts(tx, ids)))
  },
}

async function removeRelations(run: Run): Promise<void> {
  const { db, userId, now } = run
  await inSlices(run, (tx) => deleteMessagesSlice(tx, userId, SLICE, now))
  await discardMessageImages(db, userId, now)
  await inSlices(run, (tx) => deleteNoticesSlice(tx, userId, SLICE))
  await inSlices(run, (tx) => deleteFollowsSlice(tx, userId, SLICE))
  await inSlices(run, (tx) => deleteBlocksSlice(tx, userId, SLICE))
  await inSlices(run, (tx) => deleteSavesSlice(tx, userId, SLICE))
  await inSlices(run, (tx) => leaveCategoriesSlice(tx, userId, SLICE))
  await removeStreamsOf(db, userId, now)
}

async function removeContent(run: Run): Promise<void> {
  await inBatches(run, findComments, (ids) => oneByOne(run, ids, async (tx, id) => {
    await removeComment(tx, id, run.now)
    await disownComments(tx, [id])
  }))
  await inBatches(run, findPosts, (ids) => oneByOne(run, ids, async (tx, id) => {
    await deletePost(tx, id, run.now)
    await disownPosts(tx, [id])
  }))
}

/** Repeats a transaction until it finds nothing to remove. */
async function inSlices({ db, signal }: Run, removeSlice: (tx: Tx) => Promise<number>): Promise<void> {
  while (await db.transaction(removeSlice) > 0) signal.throwIfAborted()
}

/** Acts on what is found until nothing is. */
async function inBatches({ db, userId, signal }: Run, find: typeof findPosts, act: (ids: number[]) => Promise<void>): Promise<void> {
  for (let ids = await find(db, userId, SLICE); ids.length > 0; ids = await find(db, userId, SLICE)) {
    await act(ids)
    signal.throwIfAborted()
  }
}

/** A transaction for each: whoever votes or answers there meanwhile holds one lock and waits for the next. */
async function oneByOne({ db, signal }: Run, ids: number[], remove: (tx: Tx, id: number) => Promise<void>): Promise<void> {
  for (const id of ids) {
    await db.transaction((tx) => remove(tx, id))
    signal.throwIfAborted()
  }
}
