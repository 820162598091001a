import { useEffect, useRef } from 'react'
import { formatNumber } from '#shared/i18n/plural.ts'
import { Button } from '#shared/ui/Button.tsx'
import { useAdmin } from '../../kit/context.ts'
import { DataTable, type DataColumn } from '../../kit/DataTable.tsx'
import { usePlace } from '../../kit/place.ts'
import { useLoaded } from '../../kit/useLoaded.ts'
import { tableRows, totalRows, type TableRow } from './shares.ts'
import { TablePreview } from './TablePreview.tsx'

/** `table=post` in the address opens a preview. */
export function Database() {
  const { api, t, lang } = useAdmin()
  const place = usePlace()
  const loaded = useLoaded('database', (signal) => api.admin.databaseInfo({}, { signal }))
  const info = loaded.data
  const open =
    info?.tables.find(({ table_name, can_browse }) => can_browse && table_name === place.get('table'))?.table_name ??
    null
  const browsed = useRef<string | null>(null)
  const section = useRef<HTMLElement>(null)

  useEffect(() => {
    // Closing the preview returns the focus to its button.
    if (open === null && browsed.current !== null)
      section.current?.querySelector<HTMLElement>(`[data-table="${browsed.current}"]`)?.focus()
    browsed.current = open
  }, [open])

  const columns: DataColumn<TableRow>[] = [
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
  const numbers = [
    [t.database.size, info?.database_size],
    [t.database.tableCount, info && formatNumber(lang, info.tables.length)],
    [t.database.totalRows, info && formatNumber(lang, totalRows(info))],
  ] as const

  return (
    <section ref={section} className="admin__section">
      <h2>{t.database.heading}</h2>
      <dl className="stats">
        {numbers.map(([name, value]) => (
          <div className="stat" key={name}>
            <dt className="stat__name">{name}</dt>
            <dd className="stat__value">{value ?? '…'}</dd>
          </div>
        ))}
      </dl>
      {info !== null && open !== null && (
        <TablePreview
          key={open}
          name={open}
          total={info.row_counts[open] ?? 0}
          onClose={() => place.set({ table: null })}
        />
      )}
      <DataTable
        caption={t.database.tables}
        columns={columns}
        rows={info === null ? [] : tableRows(info)}
        rowKey={({ name }) => name}
        loaded={loaded}
        empty={null}
      />
    </section>
  )
}
