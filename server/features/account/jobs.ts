import type { TasksOf } from '#server/jobs/task.ts'
import { sendSafetyMail, type SafetyMail } from './mails.ts'

export type AccountJobs = { send_safety_mail: SafetyMail }

export const accountTasks: TasksOf<AccountJobs> = { send_safety_mail: sendSafetyMail }
