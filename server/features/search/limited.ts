import { sql } from 'drizzle-orm'
import { ApiError } from '#shared/api/errors.ts'
import type { BaseCtx } from '#server/context.ts'
import { postgresError, type Tx } from '#server/db/driver/client.ts'
import { networksOf } from '#server/lib/address.ts'

const MAX_SEARCH_MS = 2_000

const QUERY_CANCELED = '57014'

/** `limit` is called before each slow statement and sets its timeout to the time left. */
type Search<T> = (tx: Tx, limit: () => Promise<void>) => Promise<T>

export type Searcher = Pick<BaseCtx, 'db' | 'address' | 'searchSlots'>

/** Throws `search_too_broad` on timeout, and `too_many_requests` if the wait for a free slot is too long. */
export function limitedSearch<T>(
  { db, address, searchSlots }: Searcher,
  search: Search<T>,
  maxMs = MAX_SEARCH_MS,
): Promise<T> {
  return searchSlots.run(networksOf(address)[0]!.network, async () => {
    const end = performance.now() + maxMs
    try {
      return await db.transaction(async (tx) => {
        const limit = async () => {
          const left = Math.floor(end - performance.now())
          if (left < 1) throw new ApiError('search_too_broad')
          await tx.execute(sql`select set_config('statement_timeout', ${String(left)}, true)`)
        }
        await limit()
        return await search(tx, limit)
      })
    } catch (error) {
      throw postgresError(error)?.code === QUERY_CANCELED ? new ApiError('search_too_broad') : error
    }
  })
}
