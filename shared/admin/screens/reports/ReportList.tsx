import type { Report } from '#shared/api/shapes.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Notice } from '#shared/ui/Notice.tsx'
import { Segmented } from '#shared/ui/Segmented.tsx'
import { Skeleton } from '#shared/ui/Skeleton.tsx'
import { useAdmin } from '../../kit/context.ts'
import { EmptyList } from '../../kit/EmptyList.tsx'
import { ExportButton } from '../../kit/ExportButton.tsx'
import { ListCount, ListPager } from '../../kit/ListPager.tsx'
import { LoadFailure } from '../../kit/LoadFailure.tsx'
import { moveFocus } from '../../kit/move-focus.ts'
import { oneOf } from '../../kit/one-of.ts'
import { usePlace } from '../../kit/place.ts'
import { useExport } from '../../kit/useExport.ts'
import { useList, type LoadList } from '../../kit/useList.ts'
import { KindBar } from './KindBar.tsx'
import { ReportCard } from './ReportCard.tsx'
import { reportsCsv } from './reports-csv.ts'

const STATUSES = ['decided', 'resolved', 'rejected', 'pending'] as const

/** `single`: the id of the only report to show. */
export function ReportList({ single }: { single: number | null }) {
  const { api, t } = useAdmin()
  const place = usePlace()
  const status = oneOf(STATUSES, place.get('status')) ?? 'decided'
  const load: LoadList<Report> = async ({ page }, signal) => {
    const which = single === null ? { ...page, status } : { report_id: single }
    const { reports, total } = await api.admin.reports(which, { signal })
    return { rows: reports, total }
  }
  const list = useList(['status', 'report'], load)
  const csv = useExport({ tab: 'reports', list, load, columns: reportsCsv(t) })
  const { data, isLoading } = list

  return (
    <section className="admin__section">
      <h2>{single === null ? t.queue.heading : t.reports.heading}</h2>
      {single === null ? (
        <>
          <KindBar selected="decided" />
          <div className="toolbar toolbar--filter">
            <Segmented
              label={t.reports.filter}
              value={status}
              options={STATUSES.map((value) => ({ value, label: t.reports.statuses[value] }))}
              onChange={(next) => place.set({ kind: 'decided', status: next === 'decided' ? null : next })}
            />
            <div className="toolbar__end">
              <ListCount list={list} />
              <ExportButton of={csv} />
            </div>
          </div>
        </>
      ) : (
        <Notice
          actions={
            <Button size="small" onClick={() => place.set({ report: null })}>
              {t.reports.toQueue}
            </Button>
          }>
          {data !== null && list.rows.length === 0 ? t.reports.missing(single) : t.reports.single(single)}
        </Notice>
      )}
      <LoadFailure loaded={list} />
      {data === null && list.failure === null && <Skeleton kind="block" />}
      <ul
        className={isLoading && data !== null ? 'reports reports--stale' : 'reports'}
        aria-busy={isLoading}
        onKeyDown={(event) => moveFocus(event, [...event.currentTarget.querySelectorAll<HTMLElement>('.report')])}>
        {list.rows.map((report, at) => (
          <li key={report.id}>
            <ReportCard
              report={report}
              isFirst={at === 0}
              isSought={report.id === single}
              onDecided={(decided) =>
                list.change(({ rows, total }) => ({
                  rows: rows.map((row) => (row.id === decided.id ? decided : row)),
                  total,
                }))
              }
            />
          </li>
        ))}
      </ul>
      {data !== null &&
        list.total === 0 &&
        single === null &&
        (status === 'pending' ? (
          <EmptyList title={t.reports.emptyPending} text={t.reports.emptyPendingText} />
        ) : (
          <EmptyList title={t.reports.emptyTitle} text={t.reports.emptyText} />
        ))}
      {single === null && <ListPager list={list} />}
    </section>
  )
}
