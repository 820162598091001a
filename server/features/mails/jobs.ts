import type { Tx } from '#server/db/driver/client.ts'
import { addJob } from '#server/jobs/add.ts'
import type { DigestPeriod } from '#server/jobs/payloads.ts'
import type { Schedule, TasksOf } from '#server/jobs/task.ts'
import { digestMail } from './digest-mail.ts'
import { notificationMail } from './notification-mail.ts'
import {
  advanceDigestRun,
  beginMail,
  endMail,
  findDigestMembers,
  findDueMembers,
  latestDigestTimes,
  lockDigestRun,
  takeMessages,
  takeNotifications,
} from './queries.ts'
import { mailTimes } from './rules.ts'

const BATCH_SIZE = 200
/** The maximum number of notifications in one mail; the others stay unread on the site. */
const MAX_COLLECTED = 500
const DIGEST_PRIORITY = 10

/*
 * If the process is killed between sending a mail and completing its job, the mail is sent again with the same
 * Message-ID.
 */
export const mailTasks: TasksOf<
  'collect_notification_mails' | 'send_notification_mail' | 'collect_digests' | 'send_digest'
> = {
  async collect_notification_mails({ db, now }, _, signal) {
    const times = mailTimes(now())
    let members = await findDueMembers(db, times, { after: 0, limit: BATCH_SIZE })
    while (members.length > 0) {
      for (const userId of members) {
        await db.transaction((tx) => collect(tx, userId))
        signal.throwIfAborted()
      }
      members = await findDueMembers(db, times, { after: members.at(-1)!, limit: BATCH_SIZE })
    }

    async function collect(tx: Tx, user_id: number): Promise<void> {
      if (!(await beginMail(tx, user_id, times, now()))) return
      const notification_ids = (await takeNotifications(tx, user_id)).sort((a, b) => b - a).slice(0, MAX_COLLECTED)
      const message_ids = (await takeMessages(tx, user_id)).sort((a, b) => b - a).slice(0, MAX_COLLECTED)
      await addJob(tx, 'send_notification_mail', { user_id, notification_ids, message_ids }, { bulk: true })
    }
  },

  async send_notification_mail(services, collected) {
    const mail = await notificationMail(services, collected)
    if (mail) await services.mailer.send(mail)
    await endMail(services.db, collected.user_id, mail && services.now())
  },

  async collect_digests({ db, now, config: { timeZone } }, _, signal) {
    for (const period of ['daily', 'weekly'] as const) {
      const times = await latestDigestTimes(db, period, { now: now(), timeZone })
      while (await db.transaction((tx) => collectDigests(tx, period, times))) signal.throwIfAborted()
    }
  },

  async send_digest(services, { user_id, period, since, until }) {
    const mail = await digestMail(services, user_id, { period, since: new Date(since), until: new Date(until) })
    if (mail) await services.mailer.send(mail)
  },
}

/** Processes one batch of members; returns whether there may be more. */
async function collectDigests(tx: Tx, period: DigestPeriod, times: { due_at: Date; since: Date }): Promise<boolean> {
  const run = await lockDigestRun(tx, period, times)
  if (run.is_complete) return false
  const members = await findDigestMembers(tx, period, run.cursor, BATCH_SIZE)
  const span = { since: run.since.toISOString(), until: run.due_at.toISOString() }
  for (const user_id of members)
    await addJob(tx, 'send_digest', { user_id, period, ...span }, { bulk: true, priority: DIGEST_PRIORITY })
  await advanceDigestRun(tx, period, members.at(-1) ?? null)
  return members.length > 0
}

export const mailSchedule: Schedule[] = [
  { task: 'collect_notification_mails', match: '* * * * *' },
  { task: 'collect_digests', match: '*/5 * * * *' },
]
