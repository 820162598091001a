import type { TasksOf } from '#server/jobs/task.ts'
import { sendSafetyMail } from './mails.ts'

export const accountTasks: TasksOf<'send_safety_mail' | 'send_factor_mail'> = {
  send_safety_mail: sendSafetyMail,
  /** Jobs queued by an older release have no `kind` in their payloads. */
  send_factor_mail: (services, mail) => sendSafetyMail(services, { ...mail, kind: 'factor' }),
}
