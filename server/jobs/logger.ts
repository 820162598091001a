import { Logger as QueueLogger } from 'graphile-worker'
import type { Logger } from '#server/log.ts'

/** Lets the queue speak through our own log: what went well and what is about to be tried again, quietly. */
export function queueLogger(log: Logger): QueueLogger {
  const levels = { error: log.error, warning: log.warn, info: log.debug, debug: log.debug }
  return new QueueLogger(() => (level, message) => levels[level](`Jobs: ${message}`))
}
