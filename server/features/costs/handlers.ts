import { join } from 'node:path'
import type { adminCosts } from '#shared/api/costs.ts'
import type { HandlersOf } from '#shared/api/contract.ts'
import type { CtxByAccess } from '#server/context.ts'
import { estimateCosts } from './estimate.ts'

const hasOwnDatabase = (dataDir: string) => Bun.file(join(dataDir, 'postgres/PG_VERSION')).exists()

export const adminCostsHandlers: HandlersOf<typeof adminCosts, CtxByAccess> = {
  show: async ({ db, config, now }, { members }) => ({
    estimate: await estimateCosts(
      db,
      { config, hasOwnDatabase: await hasOwnDatabase(config.dataDir), now: now() },
      members,
    ),
  }),
}
