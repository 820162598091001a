import { useEffect, useRef } from 'react'
import type { Report } from '#shared/api/shapes.ts'
import { paths } from '#shared/paths.ts'
import { Button } from '#shared/ui/Button.tsx'
import { classNames } from '#shared/ui/class-names.ts'
import { useAdmin } from '../../kit/context.ts'
import { Timestamp } from '../../kit/Timestamp.tsx'
import { SiteLink } from '../../kit/SiteLink.tsx'
import { useAction } from '../../kit/useAction.ts'
import { ReportTarget } from './ReportTarget.tsx'

const TAGS = { pending: 'tag tag--warning', resolved: 'tag tag--success', rejected: 'tag' }

type ReportCardProps = {
  report: Report
  /** Tab reaches only the first card; arrow keys move between cards. */
  isFirst: boolean
  /** Focuses the report whose id is in the URL. */
  isSought: boolean
  onDecided: (report: Report) => void
}

export function ReportCard({ report, isFirst, isSought, onDecided }: ReportCardProps) {
  const { t } = useAdmin()
  const { id, status, content_type, content_id, reason, reporter, created_at, resolved_at } = report
  const article = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isSought) article.current?.focus()
  }, [isSought])

  return (
    <article
      ref={article}
      tabIndex={isFirst ? 0 : -1}
      className={classNames('report', isSought && 'report--sought')}
      aria-label={t.reports.name(id)}>
      <div className="report__about">
        <p className="report__tags">
          <span className={TAGS[status]}>{t.reports.status[status]}</span>
          <span className="tag">{t.reports.types[content_type]}</span>
          <span className="stat__note">#{id}</span>
        </p>
        <p className="report__reason">{reason}</p>
        <dl className="report__facts">
          <dt>{t.reports.reporter}</dt>
          <dd>
            {reporter === null ? (
              <span className="cell--null">{t.reports.deletedAuthor}</span>
            ) : (
              <SiteLink path={paths.user(reporter.username)}>{reporter.username}</SiteLink>
            )}
          </dd>
          <dt>{t.reports.contentId}</dt>
          <dd className="num">{content_id}</dd>
          <dt>{t.reports.date}</dt>
          <dd>
            <Timestamp at={created_at} />
          </dd>
          {resolved_at !== null && (
            <>
              <dt>{t.reports.decidedAt}</dt>
              <dd>
                <Timestamp at={resolved_at} />
              </dd>
            </>
          )}
        </dl>
      </div>
      <ReportTarget report={report} />
      <div className="report__actions">
        {status === 'pending' && <Decision report={report} onDecided={onDecided} />}
      </div>
    </article>
  )
}

function Decision({ report, onDecided }: Pick<ReportCardProps, 'report' | 'onDecided'>) {
  const { api, t } = useAdmin()
  const { runAction, isBusy } = useAction()
  const isDeciding = isBusy('decide')
  const what = report.target?.title ?? `${t.reports.types[report.content_type]} ${report.content_id}`

  async function decide(action: 'resolved' | 'rejected') {
    const ask =
      action === 'resolved'
        ? {
            title: t.reports.resolveTitle(report.id),
            text: t.reports.resolveText(what),
            confirmLabel: t.reports.resolve,
          }
        : { title: t.reports.rejectTitle(report.id), text: t.reports.rejectText(what), confirmLabel: t.reports.reject }
    const decided = await runAction({
      key: 'decide',
      ask,
      call: () => api.admin.decideReport({ report_id: report.id, action }),
      done: t.reports[action],
    })
    if (decided) onDecided(decided.answer)
  }

  return (
    <>
      <Button size="small" variant="primary" busy={isDeciding} onClick={() => void decide('resolved')}>
        {t.reports.resolve}
      </Button>
      <Button size="small" aria-disabled={isDeciding || undefined} onClick={() => void decide('rejected')}>
        {t.reports.reject}
      </Button>
    </>
  )
}
