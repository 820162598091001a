import { runMigrations } from 'graphile-worker'
import pg from 'pg'
import { createLogger } from '#server/lib/log.ts'
import { queueLogger } from './logger.ts'

export async function migrateJobs(url: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  // Its server may still end the connection after the pool has ended: without a listener that would end the process.
  pool.on('error', () => {}).on('connect', (client) => client.on('error', () => {}))
  try {
    await runMigrations({ pgPool: pool, logger: queueLogger(createLogger('warn', false)) })
  } finally {
    await pool.end()
  }
}
