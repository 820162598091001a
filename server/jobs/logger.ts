import { Logger as QueueLogger } from 'graphile-worker'
import type { Logger } from '#server/lib/log.ts'

/** Logs the queue's messages; those of level info, like completed jobs, at level debug. */
export function queueLogger(log: Logger): QueueLogger {
  const levels = { error: log.error, warning: log.warn, info: log.debug, debug: log.debug }
  return new QueueLogger(() => (level, message) => levels[level](`Jobs: ${message}`))
}
