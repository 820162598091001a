import type { Report } from '#shared/api/shapes.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Notice } from '#shared/ui/Notice.tsx'
import { Skeleton } from '#shared/ui/Skeleton.tsx'
import { ErrorState } from '#shared/ui/State.tsx'
import { useAdmin } from '../../kit/context.ts'
import { EmptyList } from '../../kit/EmptyList.tsx'
import { ExportButton } from '../../kit/ExportButton.tsx'
import { FilterBar } from '../../kit/FilterBar.tsx'
import { idOf } from '../../kit/id-of.ts'
import { ListCount, ListPager } from '../../kit/ListPager.tsx'
import { moveFocus } from '../../kit/move-focus.ts'
import { oneOf } from '../../kit/one-of.ts'
import { usePlace } from '../../kit/place.ts'
import { useExport } from '../../kit/useExport.ts'
import { useList, type LoadList } from '../../kit/useList.ts'
import { Queue } from './queue/Queue.tsx'
import { ReportCard } from './ReportCard.tsx'
import { reportsCsv } from './reports-csv.ts'

const STATUSES: readonly Report['status'][] = ['pending', 'resolved', 'rejected']

/** The queue, and below it the list of all reports. `report=7` in the address shows only that report. */
export function Reports() {
  const { api, t } = useAdmin()
  const place = usePlace()
  const single = idOf(place.get('report'))
  const status = oneOf(STATUSES, place.get('status'))
  const load: LoadList<Report> = async ({ page }, signal) => {
    const which = single === null ? { ...page, status } : { report_id: single }
    const { reports, total } = await api.admin.reports(which, { signal })
    return { rows: reports, total }
  }
  const list = useList(['status', 'report'], load)
  const csv = useExport({ tab: 'reports', list, load, columns: reportsCsv(t) })
  const { data, failure, isLoading } = list

  return (
    <>
      {single === null && <Queue />}
      <section className="admin__section">
        <h2>{t.reports.heading}</h2>
        {single === null
          ? (
              <FilterBar
                label={t.reports.filter} name="status"
                options={[{ value: '', label: t.reports.all }, ...STATUSES.map((value) => ({ value, label: t.reports.statuses[value] }))]}
              >
                <ListCount list={list} /><ExportButton of={csv} />
              </FilterBar>
            )
          : (
              <Notice actions={<Button size="small" onClick={() => place.set({ report: null })}>{t.reports.showAll}</Button>}>
                {data !== null && list.rows.length === 0 ? t.reports.missing(single) : t.reports.single(single)}
              </Notice>
            )}
        {failure !== null && (
          <ErrorState title={t.kit.loadFailed} text={failure} retryLabel={t.kit.retry} busy={isLoading} onRetry={() => void list.refresh()} />
        )}
        {data === null && failure === null && <Skeleton kind="block" />}
        <ul className={isLoading && data !== null ? 'reports reports--stale' : 'reports'} aria-busy={isLoading} onKeyDown={(event) => moveFocus(event, [...event.currentTarget.querySelectorAll<HTMLElement>('.report')])}>
          {list.rows.map((report, at) => (
            <li key={report.id}>
              <ReportCard
                report={report}
                isFirst={at === 0}
                isSought={report.id === single}
                onDecided={(decided) => list.change(({ rows, total }) => ({ rows: rows.map((row) => (row.id === decided.id ? decided : row)), total }))}
              />
            </li>
          ))}
        </ul>
        {data !== null && list.total === 0 && single === null && (
          status === 'pending'
            ? <EmptyList title={t.reports.emptyPending} text={t.reports.emptyPendingText} />
            : <EmptyList title={t.reports.emptyTitle} text={t.reports.emptyText} />
        )}
        {single === null && <ListPager list={list} />}
      </section>
    </>
  )
}
