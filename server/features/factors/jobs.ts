import type { TasksOf } from '#server/jobs/task.ts'
import { sendFactorMail, type FactorMail } from './mails.ts'

export type FactorsJobs = { send_factor_mail: FactorMail }

export const factorsTasks: TasksOf<FactorsJobs> = { send_factor_mail: sendFactorMail }
