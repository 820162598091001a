import { formatNumber } from '#shared/i18n/plural.ts'
import { Button } from '#shared/ui/Button.tsx'
import { useAdmin } from '../../kit/context.ts'
import type { DataColumn } from '../../kit/useSortedTable.ts'
import { usePlace } from '../../kit/place.ts'
import type { TableRow } from './shares.ts'

export function useTableColumns(open: string | null): DataColumn<TableRow>[] {
  const { t, lang } = useAdmin()
  const place = usePlace()
  return [
    { key: 'name', header: t.database.name, sortBy: ({ name }) => name, cell: ({ name }) => <code>{name}</code> },
    {
      key: 'rows',
      header: t.database.rows,
      end: true,
      sortBy: ({ rows }) => rows,
      cell: ({ rows }) => formatNumber(lang, rows),
    },
    {
      key: 'share',
      header: t.database.share,
      end: true,
      sortBy: ({ percent }) => percent,
      cell: ({ percent }) => (
        <span className="share">
          <svg className="share__bar" aria-hidden>
            <rect width={`${percent}%`} height="100%" />
          </svg>
          <span className="share__percent">{t.database.percent(percent)}</span>
        </span>
      ),
    },
    { key: 'size', header: t.database.tableSize, end: true, sortBy: ({ bytes }) => bytes, cell: ({ size }) => size },
    {
      key: 'actions',
      header: t.kit.actions,
      hideHeader: true,
      end: true,
      pinned: true,
      cell: ({ name, rows, canBrowse }) =>
        !canBrowse ? (
          <span className="cell--null">{t.database.withheld}</span>
        ) : (
          <Button
            size="small"
            data-table={name}
            aria-label={t.database.browseTable(name)}
            disabled={rows === 0}
            aria-expanded={rows === 0 ? undefined : open === name}
            onClick={() => place.set({ table: name })}>
            {t.database.browse}
          </Button>
        ),
    },
  ]
}
