import type { Config } from '#server/config.ts'
import { createDb, type Database } from '#server/db/driver/client.ts'
import type { Logger } from '#server/lib/log.ts'
import { createReplicas, type Replicas } from './replicas.ts'

/** Null if the settings list no replicas; names in the log consist of host and port. */
export function openReplicas({ databaseReplicaUrls }: Config, primary: Database, log: Logger): Replicas | null {
  if (databaseReplicaUrls.length === 0) return null
  return createReplicas(
    primary,
    databaseReplicaUrls.map((url) => ({ name: new URL(url).host, database: createDb(url) })),
    log,
  )
}
