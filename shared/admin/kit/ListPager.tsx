import { LIMITS } from '#shared/limits.ts'
import { Pager } from '#shared/ui/Pager.tsx'
import { useAdmin } from './context.ts'
import { usePlace } from './place.ts'
import type { List } from './useList.ts'

/** The server limits `skip`, so pages beyond this limit are not offered. */
export function ListPager({ list: { skip, limit, total } }: { list: Pick<List<unknown>, 'skip' | 'limit' | 'total'> }) {
  const { t } = useAdmin()
  const place = usePlace()
  const skipOf = (page: number) => ({ skip: (page - 1) * limit })
  return (
    <Pager
      page={Math.floor(skip / limit) + 1}
      pageCount={Math.min(Math.ceil(total / limit), Math.floor(LIMITS.offset / limit) + 1)}
      hrefFor={(page) => place.hrefOf(skipOf(page))}
      onPage={(page) => place.set(skipOf(page))}
      texts={t.kit.pager}
    />
  )
}

/** The range of rows, like '21–40 z 1284'. */
export function ListCount({
  list: { skip, rows, total, data },
}: {
  list: Pick<List<unknown>, 'skip' | 'rows' | 'total' | 'data'>
}) {
  const { t } = useAdmin()
  return (
    <span role="status">
      {data === null ? '' : t.kit.rows(rows.length === 0 ? 0 : skip + 1, skip + rows.length, total)}
    </span>
  )
}
