import { useEffect, useRef } from 'react'
import type { Api } from '#shared/api/index.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Skeleton } from '#shared/ui/Skeleton.tsx'
import { ErrorState } from '#shared/ui/State.tsx'
import { TableWrap } from '#shared/ui/Table.tsx'
import { useAdmin } from '../../kit/context.ts'
import { useLoaded } from '../../kit/useLoaded.ts'
import { cellOf } from './cell.ts'

type Rows = Awaited<ReturnType<Api['admin']['databaseTable']>>

type TablePreviewProps = { name: string; total: number; onClose: () => void }

export function TablePreview({ name, total, onClose }: TablePreviewProps) {
  const { api, t } = useAdmin()
  const { data, failure, isLoading, refresh } = useLoaded(name, (signal) =>
    api.admin.databaseTable({ name }, { signal }),
  )
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])

  return (
    <section className="preview">
      <div className="preview__head">
        <h3 ref={heading} tabIndex={-1}>
          {t.database.preview(name)}
        </h3>
        <Button size="small" onClick={onClose}>
          {t.database.close}
        </Button>
      </div>
      {failure !== null && (
        <ErrorState
          title={t.database.failed}
          text={failure}
          retryLabel={t.kit.retry}
          busy={isLoading}
          onRetry={() => void refresh()}
        />
      )}
      {data === null && failure === null && <Skeleton kind="block" />}
      {data !== null && failure === null && (
        <>
          <p className="admin__none">
            {t.database.shown(data.rows.length, Math.max(total, data.rows.length))}. {t.database.hint}
          </p>
          <RowsTable caption={t.database.preview(name)} data={data} />
        </>
      )}
    </section>
  )
}

function RowsTable({ caption, data: { columns, rows } }: { caption: string; data: Rows }) {
  const { t } = useAdmin()
  if (rows.length === 0) return <p className="admin__none">{t.database.empty}</p>
  return (
    <TableWrap label={caption} className="preview__table">
      <table className="table">
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at}>
              {columns.map((column) => (
                <DataCell key={column} value={row[column]} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </TableWrap>
  )
}

function DataCell({ value }: { value: unknown }) {
  const { t } = useAdmin()
  const { kind, text, isCut } = cellOf(value)
  return (
    <td className={kind === 'number' ? 'table__end' : undefined}>
      <div className="cell">
        <span className={`cell--${kind}`}>{text}</span>
        {isCut && (
          <span aria-hidden className="cell__more">
            …
          </span>
        )}
        {kind === 'redacted' && <span className="visually-hidden"> {t.database.redacted}</span>}
      </div>
    </td>
  )
}
