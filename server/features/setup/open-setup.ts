import type { Config } from '#server/config.ts'
import type { Db } from '#server/db/driver/client.ts'
import type { Logger } from '#server/lib/log.ts'
import { CLOSED_SETUP, type Setup } from '#server/lib/setup.ts'
import { removeSetupCode, setupCodeOf, writeSetupCode } from './code.ts'
import { hasAdmin, hasMember } from './queries.ts'

/** The set-up is polled, because another process or `admin:grant` may complete it. */
const LOOK_MS = 400

/** A forum with members that is administered by ADMIN_PASSWORD needs no set-up. */
async function isNeeded(db: Db, { adminPassword }: Config): Promise<boolean> {
  return !(await hasAdmin(db)) && (adminPassword === '' || !(await hasMember(db)))
}

export async function openSetup({
  config,
  db,
  log,
}: {
  config: Config
  db: Db
  log: Logger
}): Promise<{ setup: Setup; stop: () => void }> {
  if (!(await isNeeded(db, config))) {
    await removeSetupCode(config.dataDir)
    return { setup: CLOSED_SETUP, stop: () => {} }
  }
  const code = setupCodeOf(config.sessionSecret)
  await writeSetupCode(config.dataDir, code)
  let isOpen = true
  let timer: NodeJS.Timeout | null = null

  async function look(): Promise<void> {
    // If the database is unavailable, the set-up is assumed to be still needed.
    if (!isOpen || (await isNeeded(db, config).catch(() => true)) || !isOpen) return
    isOpen = false
    if (timer) clearInterval(timer)
    await removeSetupCode(config.dataDir).catch((error: unknown) =>
      log.warn('The file of the set-up code could not be removed', { error }),
    )
  }

  timer = setInterval(() => void look(), LOOK_MS)
  return { setup: { isOpen: () => isOpen, code, look }, stop: () => clearInterval(timer) }
}
