import type { ReactNode } from 'react'
import ArrowDown from 'lucide/dist/esm/icons/arrow-down.mjs'
import ArrowUp from 'lucide/dist/esm/icons/arrow-up.mjs'
import ChevronsUpDown from 'lucide/dist/esm/icons/chevrons-up-down.mjs'
import { classNames } from './class-names.ts'
import { Icon } from './Icon.tsx'

export type SortState = { key: string; direction: 'ascending' | 'descending' }

type Column<Row> = { key: string; header: ReactNode; cell: (row: Row) => ReactNode; end?: boolean; sortable?: boolean }

type TableProps<Row> = {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string | number
  sort?: SortState
  onSort?: (sort: SortState) => void
  empty?: ReactNode
}

export function Table<Row>({ caption, columns, rows, rowKey, sort, onSort, empty }: TableProps<Row>) {
  return (
    <TableWrap label={caption}>
      <table className="table">
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                className={column.end ? 'table__end' : undefined}
                aria-sort={sort?.key === column.key ? sort.direction : undefined}>
                {column.sortable && onSort ? <SortButton column={column} sort={sort} onSort={onSort} /> : column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map((column) => (
                <td key={column.key} className={column.end ? 'table__end' : undefined}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
          {rows.length === 0 && (
            <tr>
              <td colSpan={columns.length}>{empty}</td>
            </tr>
          )}
        </tbody>
      </table>
    </TableWrap>
  )
}

export function TableWrap({ label, className, children }: { label: string; className?: string; children: ReactNode }) {
  return (
    <div className={classNames('table-wrap', className)} role="region" aria-label={label} tabIndex={0}>
      {children}
    </div>
  )
}

type SortButtonProps<Row> = { column: Column<Row>; sort?: SortState; onSort: (sort: SortState) => void }

function SortButton<Row>({ column, sort, onSort }: SortButtonProps<Row>) {
  const direction = sort?.key === column.key ? sort.direction : null
  const icon = direction === null ? ChevronsUpDown : direction === 'ascending' ? ArrowUp : ArrowDown
  const next = direction === 'ascending' ? 'descending' : 'ascending'

  return (
    <button type="button" className="table__sort" onClick={() => onSort({ key: column.key, direction: next })}>
      {column.header}
      <Icon of={icon} size={14} />
    </button>
  )
}
