import { useRef, type KeyboardEvent, type ReactNode } from 'react'
import ArrowDown from 'lucide/dist/esm/icons/arrow-down.mjs'
import ArrowUp from 'lucide/dist/esm/icons/arrow-up.mjs'
import ChevronsUpDown from 'lucide/dist/esm/icons/chevrons-up-down.mjs'
import { classNames } from '#shared/ui/class-names.ts'
import { Icon } from '#shared/ui/Icon.tsx'
import { Skeleton } from '#shared/ui/Skeleton.tsx'
import { ErrorState } from '#shared/ui/State.tsx'
import { TableWrap } from '#shared/ui/Table.tsx'
import { useAdmin } from './context.ts'
import { LoadFailure } from './LoadFailure.tsx'
import type { Loaded } from './useLoaded.ts'
import { useSortedTable, type DataColumn } from './useSortedTable.ts'

type DataTableProps<Row> = {
  caption: string
  columns: readonly DataColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => number | string
  loaded: Pick<Loaded<unknown>, 'data' | 'failure' | 'isLoading' | 'refresh'>
  empty: ReactNode
  isChosen?: (row: Row) => boolean
  onOpen?: (row: Row) => void
}

const SKELETON_ROWS = 8

/** Sorting and hidden columns are in the URL; arrow keys, Home and End move between rows. */
export function DataTable<Row extends object>({
  caption,
  columns: all,
  rows,
  rowKey,
  loaded,
  empty,
  isChosen,
  onOpen,
}: DataTableProps<Row>) {
  const { t } = useAdmin()
  const { columns, headers, sorted } = useSortedTable(all, rows, rowKey)
  const body = useRef<HTMLTableSectionElement>(null)

  if (loaded.data === null && loaded.failure !== null) {
    return (
      <ErrorState
        title={t.kit.loadFailed}
        text={loaded.failure}
        retryLabel={t.kit.retry}
        busy={loaded.isLoading}
        onRetry={() => void loaded.refresh()}
      />
    )
  }

  function move(event: KeyboardEvent<HTMLTableSectionElement>) {
    const row = (event.target as HTMLElement).closest('tr')
    if (row !== event.target) return
    const all = [...body.current!.rows]
    const at = all.indexOf(row as HTMLTableRowElement)
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key]
    if (event.key === 'Enter' && onOpen && rows.length > 0) onOpen(sorted[at]!.original)
    if (next === undefined) return
    event.preventDefault()
    all[Math.min(all.length - 1, Math.max(0, next))]!.focus()
  }

  const byKey = new Map(columns.map((column) => [column.key, column]))
  return (
    <>
      <LoadFailure loaded={loaded} />
      <TableWrap
        label={caption}
        className={classNames('table-wrap--cards', loaded.isLoading && loaded.data !== null && 'table-wrap--stale')}>
        {/* Roles are explicit, because browsers drop the implicit ones of a table shown as cards. */}
        <table className="table" role="table" aria-busy={loaded.isLoading}>
          <caption className="visually-hidden">{caption}</caption>
          <thead role="rowgroup">
            <tr role="row">
              {headers.map(({ column }) => (
                <Header key={column.id} column={byKey.get(column.id)!} sorted={column} />
              ))}
            </tr>
          </thead>
          <tbody ref={body} role="rowgroup" onKeyDown={move}>
            {loaded.data === null && <SkeletonRows columns={columns} />}
            {sorted.map((row, at) => (
              <DataRow
                key={row.id}
                row={row.original}
                columns={columns}
                isFirst={at === 0}
                isChosen={isChosen?.(row.original) ?? false}
              />
            ))}
            {loaded.data !== null && sorted.length === 0 && (
              <tr role="row">
                <td role="cell" colSpan={columns.length}>
                  {empty}
                </td>
              </tr>
            )}
          </tbody>
        </table>
      </TableWrap>
    </>
  )
}

function SkeletonRows<Row>({ columns }: { columns: readonly DataColumn<Row>[] }) {
  return Array.from({ length: SKELETON_ROWS }, (_, at) => (
    <tr key={at} role="row">
      {columns.map(({ key }) => (
        <td key={key} role="cell">
          <Skeleton width={at % 2 === 0 ? 3 : 2} />
        </td>
      ))}
    </tr>
  ))
}

function DataRow<Row>({
  row,
  columns,
  isFirst,
  isChosen,
}: {
  row: Row
  columns: readonly DataColumn<Row>[]
  isFirst: boolean
  isChosen: boolean
}) {
  return (
    <tr role="row" tabIndex={isFirst ? 0 : -1} className={isChosen ? 'table__row--chosen' : undefined}>
      {columns.map(({ key, header, hideHeader, cell, end, pinned }) => (
        <td
          key={key}
          role="cell"
          className={classNames(end && 'table__end', pinned && 'table__pinned')}
          data-label={hideHeader ? undefined : header}>
          {cell(row)}
        </td>
      ))}
    </tr>
  )
}

type HeaderProps<Row> = {
  column: DataColumn<Row>
  sorted: { getIsSorted: () => false | 'asc' | 'desc'; toggleSorting: () => void }
}

function Header<Row>({ column: { header, end, hideHeader, pinned, sortBy }, sorted }: HeaderProps<Row>) {
  const direction = sorted.getIsSorted()
  const icon = direction === false ? ChevronsUpDown : direction === 'asc' ? ArrowUp : ArrowDown
  return (
    <th
      scope="col"
      role="columnheader"
      className={classNames(end && 'table__end', pinned && 'table__pinned', sortBy && 'table__sortable')}
      aria-sort={direction === false ? undefined : direction === 'asc' ? 'ascending' : 'descending'}>
      {sortBy ? (
        <button type="button" className="table__sort" onClick={() => sorted.toggleSorting()}>
          {header}
          <Icon of={icon} size={14} />
        </button>
      ) : (
        <span className={hideHeader ? 'visually-hidden' : undefined}>{header}</span>
      )}
    </th>
  )
}
