import type { Db } from '#server/db/client.ts'
import type { NoPayload, Schedule, TasksOf } from '#server/jobs/task.ts'
import { findOutdatedComments, findOutdatedPosts, renderCommentAnew, renderPostAnew, type Outdated } from './queries.ts'

export type RenderingJobs = { render_anew: NoPayload }

/** Texts held at once: some four megabytes where all are as long as they may be. */
const SLICE = 50

type Run = { db: Db, signal: AbortSignal }

export const renderingTasks: TasksOf<RenderingJobs> = {
  /** Renders anew what an older renderer made. Nothing is locked while it renders; what is done is not found again. */
  async render_anew({ db }, _, signal) {
    const run = { db, signal }
    await inSlices(run, findOutdatedPosts, renderPostAnew)
    await inSlices(run, findOutdatedComments, renderCommentAnew)
  },
}

async function inSlices({ db, signal }: Run, find: typeof findOutdatedPosts, render: (db: Db, text: Outdated) => Promise<void>): Promise<void> {
  for (let texts = await find(db, SLICE); texts.length > 0; texts = await find(db, SLICE)) {
    for (const text of texts) {
      // One statement each, so that requests have their turn between two renderings.
      await render(db, text)
      signal.throwIfAborted()
    }
  }
}

export const renderingSchedule: Schedule<RenderingJobs>[] = [{ task: 'render_anew', match: '50 3 * * *', nightly: true }]
