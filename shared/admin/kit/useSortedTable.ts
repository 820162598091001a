import { useMemo, type ReactNode } from 'react'
import {
  createSortedRowModel,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
  type SortingState,
} from '@tanstack/react-table'
import { visible } from './hidden-columns.ts'
import { usePlace } from './place.ts'
import { sortingOf, sortText } from './sorting.ts'

export type DataColumn<Row> = {
  key: string
  header: string
  cell: (row: Row) => ReactNode
  /** Sorts the loaded page by this value; columns without it cannot be sorted. */
  sortBy?: (row: Row) => string | number | boolean
  end?: boolean
  hideHeader?: boolean
  pinned?: boolean
}

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() })

function compare(a: unknown, b: unknown): number {
  if (typeof a === 'string' && typeof b === 'string') return a.localeCompare(b)
  return Number(a) - Number(b)
}

/** Returns the visible columns and the sorted rows, as chosen in the URL. */
export function useSortedTable<Row extends object>(
  all: readonly DataColumn<Row>[],
  rows: readonly Row[],
  rowKey: (row: Row) => number | string,
) {
  const place = usePlace()
  const columns = visible(all, place.get('hide'))
  const sort = place.get('sort')
  const sorting = useMemo(
    () =>
      sortingOf(
        sort,
        columns.filter(({ sortBy }) => sortBy).map(({ key }) => key),
      ),
    [sort, columns],
  )
  const defs = useMemo(
    () =>
      columns.map((column): ColumnDef<typeof features, Row> => ({
        id: column.key,
        accessorFn: column.sortBy ?? (() => null),
        enableSorting: column.sortBy !== undefined,
        sortFn: (a, b, id) => compare(a.getValue(id), b.getValue(id)),
      })),
    [columns],
  )
  const table = useTable({
    features,
    data: rows as Row[],
    columns: defs,
    getRowId: (row) => String(rowKey(row)),
    state: { sorting },
    onSortingChange: (change) => {
      const next: SortingState = typeof change === 'function' ? change(sorting) : change
      place.set({ sort: sortText(next) }, 'replace')
    },
    enableMultiSort: false,
    sortDescFirst: false,
  })
  return { columns, headers: table.getHeaderGroups()[0]!.headers, sorted: table.getRowModel().rows }
}
