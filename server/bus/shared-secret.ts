import { sql } from 'drizzle-orm'
import { ConfigError } from '#server/config.ts'
import type { Db } from '#server/db/driver/client.ts'
import type { Logger } from '#server/lib/log.ts'

const NAME = 'watek bus'
/** PostgreSQL lists the connection of a stopped forum server for a moment, so the list is read several times. */
const LOOKS = 10
const LOOK_MS = 500

/** Name of a server's connection for the bus; servers with the same session secret have the same name. */
export const busNameOf = (sessionSecret: string): string =>
  `${NAME} ${new Bun.CryptoHasher('sha256', sessionSecret).update(NAME).digest('hex').slice(0, 8)}`

async function hasOtherSecret(db: Db, name: string): Promise<boolean> {
  const rows = await db.execute(sql`
    select from pg_stat_activity where datname = current_database() and application_name like ${`${NAME} %`}
      and application_name <> ${name} limit 1`)
  return rows.length > 0
}

/**
 * A server whose secret is not configured must not start beside one with another secret, since they would refuse each
 * other's login sessions.
 */
export async function requireSharedSecret(
  db: Db,
  { sessionSecret, sessionSecretIsSet, log }: { sessionSecret: string; sessionSecretIsSet: boolean; log: Logger },
  lookMs = LOOK_MS,
): Promise<void> {
  const name = busNameOf(sessionSecret)
  for (let looked = 0; looked < LOOKS; looked += 1) {
    if (!(await hasOtherSecret(db, name))) return
    if (sessionSecretIsSet) {
      log.warn('Another server of this database has another SESSION_SECRET, so each refuses the sessions of the other')
      return
    }
    await Bun.sleep(lookMs)
  }
  throw new ConfigError(
    'Another server of this database has another session secret: set the same SESSION_SECRET on all of them, that of ' +
      'the first is in its DATA_DIR/secrets.json.',
  )
}
