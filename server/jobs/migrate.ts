import { runMigrations } from 'graphile-worker'
import { createLogger } from '#server/lib/log.ts'
import { queueLogger } from './logger.ts'
import { withPool } from './pool.ts'

export const migrateJobs = (url: string): Promise<void> =>
  withPool(url, (pgPool) => runMigrations({ pgPool, logger: queueLogger(createLogger('warn', false)) }))
