import type { Config } from '#server/config.ts'
import type { Db } from '#server/db/driver/client.ts'
import type { Logger } from '#server/lib/log.ts'
import { CLOSED_SETUP, type Setup } from '#server/lib/setup.ts'
import { removeSetupCode, setupCodeOf, writeSetupCode } from './code.ts'
import { hasAdmin, hasMember } from './queries.ts'

/** The interval of the checks whether another process, or `admin:grant`, has closed the set-up. */
const LOOK_MS = 400

/**
 * Returns whether the forum runs in production without an admin. One with members whose staff used an admin password
 * needs no set-up.
 */
async function isNeeded(db: Db, { adminPassword }: Config): Promise<boolean> {
  return !(await hasAdmin(db)) && (adminPassword === '' || !(await hasMember(db)))
}

/** Checks at intervals until the set-up is no longer needed, then never again. `stop` ends the checks. */
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
    // The database may be away for a while, which leaves the set-up open.
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
