import { authSchedule, authTasks, type AuthJobs } from '#server/features/auth/jobs.ts'
import { messageSchedule, messageTasks, type MessageJobs } from '#server/features/messages/jobs.ts'
import { userTasks, type UserJobs } from '#server/features/users/jobs.ts'
import { queueSchedule, queueTasks, type QueueJobs } from './queue-tasks.ts'
import type { Schedule, TasksOf } from './task.ts'

/** Every kind of job with its payload: what `addJob` may be given. */
export type JobPayloads = QueueJobs & AuthJobs & MessageJobs & UserJobs

const tasks: TasksOf<JobPayloads> = { ...queueTasks, ...authTasks, ...messageTasks, ...userTasks }

const schedule: Schedule<JobPayloads>[] = [...queueSchedule, ...authSchedule, ...messageSchedule]

/** Everything that the features want done in the background. */
export const registry = { tasks, schedule }
