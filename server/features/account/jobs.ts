import type { TasksOf } from '#server/jobs/task.ts'
import { sendSafetyMail, type FactorMail, type SafetyMail } from './mails.ts'

export type AccountJobs = { send_safety_mail: SafetyMail; send_factor_mail: FactorMail }

export const accountTasks: TasksOf<AccountJobs> = {
  send_safety_mail: sendSafetyMail,
  /** Of jobs that an older version added. */
  send_factor_mail: (services, mail) => sendSafetyMail(services, { ...mail, kind: 'factor' }),
}
