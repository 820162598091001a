import { Logger as QueueLogger } from 'graphile-worker'
import type { Logger } from '#server/lib/log.ts'

/** Messages of level info, such as about completed jobs, are logged at level debug. */
export function queueLogger(log: Logger): QueueLogger {
  const levels = { error: log.error, warning: log.warn, info: log.debug, debug: log.debug }
  return new QueueLogger(() => (level, message) => levels[level](`Jobs: ${message}`))
}
