import { useEffect, useRef } from 'react'
import { formatNumber } from '#shared/i18n/plural.ts'
import { useAdmin } from '../../kit/context.ts'
import { DataTable } from '../../kit/DataTable.tsx'
import { usePlace } from '../../kit/place.ts'
import { useLoaded } from '../../kit/useLoaded.ts'
import { tableRows, totalRows } from './shares.ts'
import { TablePreview } from './TablePreview.tsx'
import { useTableColumns } from './useTableColumns.tsx'

/** `table=post` in the URL opens the preview of that table. */
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
    if (open === null && browsed.current !== null)
      section.current?.querySelector<HTMLElement>(`[data-table="${browsed.current}"]`)?.focus()
    browsed.current = open
  }, [open])

  const columns = useTableColumns(open)
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
