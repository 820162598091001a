import { LIFETIME } from '#shared/limits.ts'
import { deleteOldChanges } from '#server/features/account/queries.ts'
import { deleteOldAnswers } from '#server/features/idempotency/idempotency.ts'
import { deleteExpiredChallenges } from '../factors/queries.ts'
import type { Schedule, TasksOf } from '#server/jobs/task.ts'
import { sendAccountMail } from './mails.ts'
import { deleteExpired, deleteOldRegistrations } from './queries.ts'

const BATCH_SIZE = 500

export const authTasks: TasksOf<'send_mail' | 'purge_accounts'> = {
  send_mail: sendAccountMail,
  async purge_accounts({ db, now }, _, signal) {
    const time = now()
    await deleteExpired(db, time)
    await deleteExpiredChallenges(db, time, new Date(time.getTime() - LIFETIME.totpSetup))
    await deleteOldAnswers(db, time)
    const before = new Date(time.getTime() - LIFETIME.registration)
    const undoable = new Date(time.getTime() - LIFETIME.emailConfirmLink - LIFETIME.emailUndoLink)
    while ((await deleteOldChanges(db, undoable, BATCH_SIZE)) > 0) signal.throwIfAborted()
    while ((await deleteOldRegistrations(db, before, BATCH_SIZE)) > 0) signal.throwIfAborted()
  },
}

export const authSchedule: Schedule[] = [{ task: 'purge_accounts', match: '10 2 * * *', nightly: true }]
