import { LIFETIME } from '#shared/limits.ts'
import type { Schedule, TasksOf } from '#server/jobs/task.ts'
import { noticeMail, requestNoticeMail } from './mails.ts'
import { eraseDecidedNotices } from './queries.ts'

const BATCH_SIZE = 500

export const noticeTasks: TasksOf<'send_notice_mail' | 'erase_notices'> = {
  async send_notice_mail(services, mail) {
    const content = await noticeMail(services, mail)
    if (!content) return
    const seconds = mail.kind === 'decided' ? await services.limiter.tryTake('notice_mail', { email: content.to }) : 0
    if (seconds === 0) return services.mailer.send(content)
    await requestNoticeMail(
      services.db,
      mail.notice_id,
      mail.kind,
      new Date(services.now().getTime() + seconds * 1_000),
    )
  },

  async erase_notices({ db, now }, _, signal) {
    const before = new Date(now().getTime() - LIFETIME.decidedNotice)
    while ((await eraseDecidedNotices(db, before, BATCH_SIZE)) > 0) signal.throwIfAborted()
  },
}

export const noticeSchedule: Schedule[] = [{ task: 'erase_notices', match: '50 3 * * *', nightly: true }]
