import type { adminUpdates } from '#shared/api/updates.ts'
import type { HandlersOf } from '#shared/api/contract.ts'
import type { CtxByAccess } from '#server/context.ts'
import { readUpdates } from '#server/update/journal.ts'
import { isInFlight, readState } from '#server/update/state.ts'
import packageJson from '../../../package.json' with { type: 'json' }

export const adminUpdatesHandlers: HandlersOf<typeof adminUpdates, CtxByAccess> = {
  list: async ({ config: { dataDir } }) => {
    const state = await readState(dataDir)
    return {
      version: packageJson.version,
      in_flight: isInFlight(state) ? { from: state.from, to: state.to, step: state.step } : null,
      updates: (await readUpdates(dataDir)).map((update) => ({ ...update, at: new Date(update.at) })),
    }
  },
}
