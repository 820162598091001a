import { setTimeout } from 'node:timers/promises'
import type { Schedule, TasksOf } from '#server/jobs/task.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { addJob } from '#server/jobs/add.ts'
import { deleteLostWords, indexComments, isIndexComplete, newestComment, restoreUsedWords } from './queries.ts'

const BATCH_SIZE = 500

/** Checking a rare word takes about 10 ms on a forum with a million posts. */
const WORDS_AT_ONCE = 25
const BATCHES_A_RUN = 40

/** Deleted words are checked again after this time, because a transaction may have written one during its deletion. */
const SECOND_LOOK_MS = 10 * 60_000

export const searchTasks: TasksOf<'index_comments' | 'forget_words'> = {
  /** Indexes comments newest first; after a crash the job starts again and skips indexed ones. */
  async index_comments({ db }, _, signal) {
    for (let newest = await newestComment(db); newest > 0;) {
      const started = performance.now()
      newest = await indexComments(db, newest, BATCH_SIZE)
      // Pauses as long as the batch took, to halve the load, because the job runs for an hour on a large forum.
      await setTimeout(performance.now() - started, undefined, { signal })
    }
  },

  /** Deletes words that no text contains any more from the vocabulary; a run checks a limited number of words. */
  async forget_words({ db, now: clock }, _, signal) {
    const now = clock()
    const inBatches = async (look: () => Promise<number>) => {
      for (let batch = 0; batch < BATCHES_A_RUN && (await look()) === WORDS_AT_ONCE; batch += 1) signal.throwIfAborted()
    }
    await inBatches(() => restoreUsedWords(db, new Date(now.getTime() - SECOND_LOOK_MS), WORDS_AT_ONCE))
    await inBatches(() => deleteLostWords(db, now, WORDS_AT_ONCE))
  },
}

export const searchSchedule: Schedule[] = [{ task: 'forget_words', match: '*/5 * * * *' }]

export async function completeIndex(db: DbOrTx): Promise<void> {
  if (!(await isIndexComplete(db))) await addJob(db, 'index_comments', {}, { key: 'index_comments', long: true })
}
