import { lazy, Suspense } from 'react'
import RotateCw from 'lucide-react/icons/rotate-cw'
import { PAGE } from '#shared/limits.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Skeleton } from '#shared/ui/Skeleton.tsx'
import { useAdmin } from '../../kit/context.ts'
import { LoadFailure } from '../../kit/LoadFailure.tsx'
import { useLoaded } from '../../kit/useLoaded.ts'
import { AuditLog } from './AuditLog.tsx'
import { Cards } from './Cards.tsx'
import { Week } from './Week.tsx'

// The chart's library is heavy and nothing waits for it.
const Trend = lazy(async () => ({ default: (await import('./Trend.tsx')).Trend }))

/** The numbers of the site, its last days, and what staff did. */
export function Dashboard() {
  const { api, t } = useAdmin()
  const numbers = useLoaded('', (signal) => api.admin.dashboard({}, { signal }))
  const charts = useLoaded('', async (signal) => (await api.admin.charts({ days: PAGE.trendDays }, { signal })).daily)
  const audit = useLoaded('', (signal) => api.admin.audit({ limit: PAGE.audit }, { signal }))
  const text = t.dashboard

  return (
    <>
      <section className="admin__section">
        <div className="admin__line">
          <h2>{text.title}</h2>
          <Button
            variant="quiet" busy={numbers.isLoading} icon={<RotateCw size={18} aria-hidden />}
            onClick={() => { for (const part of [numbers, charts, audit]) void part.refresh() }}
          >
            {t.kit.refresh}
          </Button>
        </div>
        <LoadFailure loaded={numbers} />
        <Cards numbers={numbers.data} />
      </section>
      <div className="admin__columns">
        <section className="admin__section">
          <h2>{text.week}</h2>
          <LoadFailure loaded={charts} />
          <Week days={charts.data?.slice(-PAGE.chartDays) ?? null} />
        </section>
        <section className="admin__section">
          <h2>{text.trend}</h2>
          <Suspense fallback={<div className="trend"><Skeleton kind="block" /></div>}>
            {charts.data === null ? <div className="trend"><Skeleton kind="block" /></div> : <Trend days={charts.data} />}
          </Suspense>
        </section>
      </div>
      <section className="admin__section">
        <h2>{text.audit}</h2>
        <AuditLog loaded={audit} />
      </section>
    </>
  )
}
