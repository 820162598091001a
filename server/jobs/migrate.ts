import { runMigrations } from 'graphile-worker'
import { createLogger } from '#server/lib/log.ts'
import { queueLogger } from './logger.ts'

export async function migrateJobs(url: string): Promise<void> {
  await runMigrations({ connectionString: url, maxPoolSize: 1, logger: queueLogger(createLogger('warn', false)) })
}
