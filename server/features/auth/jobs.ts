import { LIFETIME } from '#shared/limits.ts'
import type { Lang } from '#shared/i18n/plural.ts'
import type { Variant } from '#server/context.ts'
import { forgetAnswers } from '#server/http/idempotency.ts'
import type { NoPayload, Schedule, TasksOf } from '#server/jobs/task.ts'
import { sendAccountMail } from './mails.ts'
import { deleteExpired, deleteUnverified } from './queries.ts'

export type AccountMail = { kind: 'verify' | 'reset' | 'already_registered', email: string, lang: Lang, variant: Variant }

export type AuthJobs = { send_mail: AccountMail, purge_accounts: NoPayload }

const SLICE = 500

export const authTasks: TasksOf<AuthJobs> = {
  send_mail: sendAccountMail,
  /** Removes what is over: sessions, links, staff tokens, answers kept for repeated forms, accounts never verified. */
  async purge_accounts({ db, now }, _, signal) {
    const time = now()
    await deleteExpired(db, time)
    await forgetAnswers(db, new Date(time.getTime() - LIFETIME.idempotencyKey))
    const before = new Date(time.getTime() - LIFETIME.unverifiedAccount)
    while (await deleteUnverified(db, before, SLICE) > 0) signal.throwIfAborted()
  },
}

export const authSchedule: Schedule<AuthJobs>[] = [{ task: 'purge_accounts', match: '10 2 * * *', nightly: true }]
