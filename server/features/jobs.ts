import { accountTasks } from './account/jobs.ts'
import { adminTasks } from './admin/jobs.ts'
import { deferredTasks } from './deferred/jobs.ts'
import { backupSchedule, backupTasks } from './backups/jobs.ts'
import { costSchedule, costTasks } from './costs/jobs.ts'
import { counterSchedule, counterTasks } from './counters/jobs.ts'
import { authSchedule, authTasks } from './auth/jobs.ts'
import { erasureSchedule, erasureTasks } from './erasure/jobs.ts'
import { exportSchedule, exportTasks } from './exports/jobs.ts'
import { mailSchedule, mailTasks } from './mails/jobs.ts'
import { messageSchedule, messageTasks } from './messages/jobs.ts'
import { modmailSchedule, modmailTasks } from './modmail/jobs.ts'
import { noticeSchedule, noticeTasks } from './moderation/notices/jobs.ts'
import { reportSchedule, reportTasks } from './moderation/reports/jobs.ts'
import { postSchedule, postTasks } from './posts/jobs.ts'
import { hookSchedule, hookTasks } from './hooks/jobs.ts'
import { oauthSchedule, oauthTasks } from './oauth/jobs.ts'
import { pushSchedule, pushTasks } from './push/jobs.ts'
import { readingSchedule, readingTasks } from './reading/jobs.ts'
import { renderingSchedule, renderingTasks } from './rendering/jobs.ts'
import { searchSchedule, searchTasks } from './search/jobs.ts'
import { streamSchedule, streamTasks } from './streams/jobs.ts'
import { trustSchedule, trustTasks } from './moderation/trust/jobs.ts'
import { uploadSchedule, uploadTasks } from './uploads/jobs.ts'
import { userTasks } from './users/jobs.ts'
import { queueSchedule, queueTasks } from '#server/jobs/queue-tasks.ts'
import type { JobName } from '#server/jobs/payloads.ts'
import type { Schedule, TasksOf } from '#server/jobs/task.ts'

const tasks: TasksOf<JobName> = {
  ...queueTasks,
  ...accountTasks,
  ...adminTasks,
  ...deferredTasks,
  ...backupTasks,
  ...costTasks,
  ...counterTasks,
  ...authTasks,
  ...erasureTasks,
  ...exportTasks,
  ...mailTasks,
  ...messageTasks,
  ...modmailTasks,
  ...noticeTasks,
  ...reportTasks,
  ...postTasks,
  ...oauthTasks,
  ...pushTasks,
  ...hookTasks,
  ...readingTasks,
  ...renderingTasks,
  ...searchTasks,
  ...streamTasks,
  ...trustTasks,
  ...uploadTasks,
  ...userTasks,
}

const schedule: Schedule[] = [
  ...queueSchedule,
  ...backupSchedule,
  ...costSchedule,
  ...counterSchedule,
  ...authSchedule,
  ...erasureSchedule,
  ...exportSchedule,
  ...mailSchedule,
  ...messageSchedule,
  ...modmailSchedule,
  ...noticeSchedule,
  ...reportSchedule,
  ...postSchedule,
  ...oauthSchedule,
  ...pushSchedule,
  ...hookSchedule,
  ...readingSchedule,
  ...renderingSchedule,
  ...searchSchedule,
  ...streamSchedule,
  ...trustSchedule,
  ...uploadSchedule,
]

export const registry = { tasks, schedule }
