import { runMigrations } from 'graphile-worker'
import { createLogger } from '#server/log.ts'
import { queueLogger } from './logger.ts'

/** Brings the queue's own tables (schema `graphile_worker`) up to the version that is installed. */
export async function migrateJobs(url: string): Promise<void> {
  await runMigrations({ connectionString: url, maxPoolSize: 1, logger: queueLogger(createLogger('warn', false)) })
}
