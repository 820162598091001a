import type { Config } from '#server/config.ts'
import type { Db } from '#server/db/driver/client.ts'
import type { Logger } from '#server/lib/log.ts'
import { CLOSED_SETUP, type Setup } from '#server/lib/setup.ts'
import { removeSetupCode, setupCodeOf, writeSetupCode } from './code.ts'
import { hasAdmin, hasMember } from './queries.ts'

/** Other processes close the set-up too, and so does `admin:grant`. */
const LOOK_MS = 400

/**
 * A forum of production without an admin. One whose members came in while its staff used an admin password goes on as
 * it is.
 */
async function isNeeded(db: Db, { adminPassword }: Config): Promise<boolean> {
  return !(await hasAdmin(db)) && (adminPassword === '' || !(await hasMember(db)))
}

/** Looks until the set-up is no longer needed; from then on nothing asks any more. `stop` ends the looking. */
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
    // The database may be away for a moment.
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
