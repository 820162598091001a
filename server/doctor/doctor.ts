import type postgres from 'postgres'
import { loadConfig, type Config } from '#server/config.ts'
import { startEmbeddedPostgres } from '#server/db/local/embedded.ts'
import { checkAddress, checkWorkers } from './address.ts'
import { checkBackups, scheduledBackups } from './backups.ts'
import { error, ok, reasonOf, warning, type Finding } from './finding.ts'
import { checkDisk, checkFolders, checkMemory, checkPort } from './machine.ts'
import { checkDatabase, checkMail, checkMediaStore, checkRedis } from './services.ts'

type Check = (config: Config) => Promise<Finding[]>

async function checkAnyDatabase(config: Config): Promise<Finding[]> {
  const { databaseUrl, databaseDirectUrl, dataDir } = config
  const backups = async (sql: postgres.Sql) => checkBackups(config, await scheduledBackups(sql))
  if (databaseUrl !== null) return checkDatabase(databaseDirectUrl ?? databaseUrl, false, backups)
  const embedded = await startEmbeddedPostgres({ dataDir, log: () => {} })
  return checkDatabase(embedded.url, true, backups).finally(() => embedded.stop())
}

const CHECKS: [name: string, check: Check][] = [
  ['folders', checkFolders],
  ['disk', checkDisk],
  ['memory', checkMemory],
  ['port', checkPort],
  ['database', checkAnyDatabase],
  ['redis', checkRedis],
  ['s3', checkMediaStore],
  ['mail', checkMail],
  ['address', checkAddress],
  ['workers', checkWorkers],
]

function checkSettings(env: NodeJS.ProcessEnv): { config: Config | null; finding: Finding } {
  try {
    const config = loadConfig(env)
    if (config.rateLimitScale !== 1 && config.production) {
      const message = `RATE_LIMIT_SCALE is ${config.rateLimitScale}, which is for load tests.`
      return { config, finding: warning('settings', message, 'Remove it.') }
    }
    return { config, finding: ok('settings', 'Every setting can be used.') }
  } catch (thrown) {
    return { config: null, finding: error('settings', reasonOf(thrown), 'Correct it in .env or the environment.') }
  }
}

/** A check that throws is reported as an error under the name of the check. */
export async function examine(env: NodeJS.ProcessEnv): Promise<Finding[]> {
  const { config, finding } = checkSettings(env)
  if (config === null) return [finding]
  const findings = [finding]
  for (const [name, check] of CHECKS) {
    const found = await check(config).catch((thrown: unknown) => [
      error(name, reasonOf(thrown), 'Correct what this says, and run watek doctor again.'),
    ])
    findings.push(...found)
  }
  return findings
}
