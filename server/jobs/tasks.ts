import { accountTasks, type AccountJobs } from '#server/features/account/jobs.ts'
import { adminTasks, type AdminJobs } from '#server/features/admin/jobs.ts'
import { announcementTasks, type AnnouncementJobs } from '#server/features/announcements/jobs.ts'
import { counterSchedule, counterTasks, type CounterJobs } from '#server/features/counters/jobs.ts'
import { authSchedule, authTasks, type AuthJobs } from '#server/features/auth/jobs.ts'
import { erasureSchedule, erasureTasks, type ErasureJobs } from '#server/features/erasure/jobs.ts'
import { exportSchedule, exportTasks, type ExportJobs } from '#server/features/exports/jobs.ts'
import { mailSchedule, mailTasks, type MailJobs } from '#server/features/mails/jobs.ts'
import { messageSchedule, messageTasks, type MessageJobs } from '#server/features/messages/jobs.ts'
import { noticeSchedule, noticeTasks, type NoticeJobs } from '#server/features/moderation/notices/jobs.ts'
import { modmailSchedule, modmailTasks, type ModmailJobs } from '#server/features/modmail/jobs.ts'
import { postSchedule, postTasks, type PostJobs } from '#server/features/posts/jobs.ts'
import { readingSchedule, readingTasks, type ReadingJobs } from '#server/features/reading/jobs.ts'
import { renderingSchedule, renderingTasks, type RenderingJobs } from '#server/features/rendering/jobs.ts'
import { searchSchedule, searchTasks, type SearchJobs } from '#server/features/search/jobs.ts'
import { trustSchedule, trustTasks, type TrustJobs } from '#server/features/moderation/trust/jobs.ts'
import { uploadSchedule, uploadTasks, type UploadJobs } from '#server/features/uploads/jobs.ts'
import { userTasks, type UserJobs } from '#server/features/users/jobs.ts'
import { queueSchedule, queueTasks, type QueueJobs } from './queue-tasks.ts'
import type { Schedule, TasksOf } from './task.ts'

export type JobPayloads = QueueJobs &
  AccountJobs &
  AdminJobs &
  AnnouncementJobs &
  CounterJobs &
  AuthJobs &
  ErasureJobs &
  ExportJobs &
  MailJobs &
  MessageJobs &
  ModmailJobs &
  NoticeJobs &
  PostJobs &
  ReadingJobs &
  RenderingJobs &
  SearchJobs &
  TrustJobs &
  UploadJobs &
  UserJobs

const tasks: TasksOf<JobPayloads> = {
  ...queueTasks,
  ...accountTasks,
  ...adminTasks,
  ...announcementTasks,
  ...counterTasks,
  ...authTasks,
  ...erasureTasks,
  ...exportTasks,
  ...mailTasks,
  ...messageTasks,
  ...modmailTasks,
  ...noticeTasks,
  ...postTasks,
  ...readingTasks,
  ...renderingTasks,
  ...searchTasks,
  ...trustTasks,
  ...uploadTasks,
  ...userTasks,
}

const schedule: Schedule<JobPayloads>[] = [
  ...queueSchedule,
  ...counterSchedule,
  ...authSchedule,
  ...erasureSchedule,
  ...exportSchedule,
  ...mailSchedule,
  ...messageSchedule,
  ...modmailSchedule,
  ...noticeSchedule,
  ...postSchedule,
  ...readingSchedule,
  ...renderingSchedule,
  ...searchSchedule,
  ...trustSchedule,
  ...uploadSchedule,
]

export const registry = { tasks, schedule }
