import { LIMITS } from '#shared/limits.ts'
import type { ListPage } from './useList.ts'

type Collecting<Row> = {
  ask: (page: { skip: number; limit: number }) => Promise<ListPage<Row>>
  onProgress: (read: number, all: number) => void
  isStopped: () => boolean
}

/** Loads at most `LIMITS.exportRows` rows without duplicates; null if aborted. */
export async function collectRows<Row extends { id: number }>({
  ask,
  onProgress,
  isStopped,
}: Collecting<Row>): Promise<ListPage<Row> | null> {
  const rows = new Map<number, Row>()
  let total = 0
  for (let skip = 0; skip < LIMITS.exportRows; skip += LIMITS.listLimit) {
    const page = await ask({ skip, limit: LIMITS.listLimit })
    if (isStopped()) return null
    total = page.total
    for (const row of page.rows) rows.set(row.id, row)
    onProgress(rows.size, Math.min(total, LIMITS.exportRows))
    if (page.rows.length === 0 || skip + LIMITS.listLimit >= total) break
  }
  return { rows: [...rows.values()], total }
}
