import type { DbOrTx } from '#server/db/client.ts'
import { writeAudit, type Actor } from '../queries.ts'

type ListInput = { skip: number, limit: number, export?: boolean } & Record<string, string | number | boolean | undefined>

/** What an export was narrowed to and how much it is of: 'search: ada, total: 3'. */
function detailOf(filters: Record<string, unknown>): string {
  const given = Object.entries(filters).filter(([, value]) => value !== undefined && value !== '')
  return given.map(([name, value]) => `${name}: ${value}`).join(', ')
}

/**
 * Reads a page of a staff list. The first page of an export is noted in the transaction that reads it, so that there is
 * one entry for each export, and none leaves without.
 */
export async function readList<Answer extends { total: number }>(
  ctx: Actor & { db: DbOrTx }, list: string, input: ListInput, read: (tx: DbOrTx) => Promise<Answer>,
): Promise<Answer> {
  const { skip, limit: _, export: isExport, ...filters } = input
  if (!isExport || skip > 0) return read(ctx.db)
  return ctx.db.transaction(async (tx) => {
    const answer = await read(tx)
    await writeAudit(tx, ctx, { action: 'list.export', target_type: list, detail: detailOf({ ...filters, total: answer.total }) })
    return answer
  })
}
