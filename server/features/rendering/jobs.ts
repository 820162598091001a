import type { Db } from '#server/db/driver/client.ts'
import type { Schedule, TasksOf } from '#server/jobs/task.ts'
import {
  findOutdatedComments,
  findOutdatedModmail,
  findOutdatedPosts,
  findOutdatedVersions,
  rerenderComment,
  rerenderModmail,
  rerenderPost,
  rerenderVersion,
  type Outdated,
} from './queries.ts'

const BATCH_SIZE = 50

type Run = { db: Db; signal: AbortSignal }

export const renderingTasks: TasksOf<'rerender_outdated'> = {
  /** No rows are locked while a text is rendered. */
  async rerender_outdated({ db }, _, signal) {
    const run = { db, signal }
    await inBatches(run, findOutdatedPosts, rerenderPost)
    await inBatches(run, findOutdatedComments, rerenderComment)
    await inBatches(run, findOutdatedVersions, rerenderVersion)
    await inBatches(run, findOutdatedModmail, rerenderModmail)
  },
}

async function inBatches(
  { db, signal }: Run,
  find: typeof findOutdatedPosts,
  render: (db: Db, text: Outdated) => Promise<void>,
): Promise<void> {
  for (let texts = await find(db, BATCH_SIZE); texts.length > 0; texts = await find(db, BATCH_SIZE)) {
    for (const text of texts) {
      await render(db, text)
      signal.throwIfAborted()
    }
  }
}

export const renderingSchedule: Schedule[] = [{ task: 'rerender_outdated', match: '50 3 * * *', nightly: true }]
