import type { DbOrTx } from '#server/db/driver/client.ts'
import { writeAudit, type Actor } from '../../audit/queries.ts'
import { limitedSearch, type Searcher } from '../../search/limited.ts'

type ListInput = { skip: number; limit: number; export?: boolean } & Record<
  string,
  string | number | boolean | undefined
>

function detailOf(filters: Record<string, unknown>): string {
  const given = Object.entries(filters).filter(([, value]) => value !== undefined && value !== '')
  return given.map(([name, value]) => `${name}: ${value}`).join(', ')
}

/** An export of a list writes an entry to the audit log when its first page is read. */
export async function readList<Answer extends { total: number }>(
  ctx: Actor & Searcher,
  list: string,
  input: ListInput,
  read: (tx: DbOrTx) => Promise<Answer>,
): Promise<Answer> {
  const { skip, limit: _, export: isExport, ...filters } = input
  const readAll = (db: DbOrTx) => (filters.search ? limitedSearch({ ...ctx, db }, read) : read(db))
  if (!isExport || skip > 0) return readAll(ctx.db)
  return ctx.db.transaction(async (tx) => {
    const answer = await readAll(tx)
    await writeAudit(tx, ctx, {
      action: 'list.export',
      target_type: list,
      detail: detailOf({ ...filters, total: answer.total }),
    })
    return answer
  })
}
