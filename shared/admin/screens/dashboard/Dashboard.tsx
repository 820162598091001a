import { lazy, Suspense } from 'react'
import Megaphone from 'lucide/dist/esm/icons/megaphone.mjs'
import RotateCw from 'lucide/dist/esm/icons/rotate-cw.mjs'
import Settings from 'lucide/dist/esm/icons/settings.mjs'
import { PAGE } from '#shared/limits.ts'
import { SECTIONS } from '#shared/api/settings/setting.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Icon } from '#shared/ui/Icon.tsx'
import { Skeleton } from '#shared/ui/Skeleton.tsx'
import { useAdmin } from '../../kit/context.ts'
import { FilterBar } from '../../kit/FilterBar.tsx'
import { LoadFailure } from '../../kit/LoadFailure.tsx'
import { usePlace } from '../../kit/place.ts'
import { useLoaded } from '../../kit/useLoaded.ts'
import { SETTINGS_FIELD } from '../settings/field.ts'
import { AuditLog } from './AuditLog.tsx'
import { Backups } from './Backups.tsx'
import type { Day } from './days.ts'
import { Cards } from './Cards.tsx'
import { Checklist } from './Checklist.tsx'
import { Costs } from './Costs.tsx'
import { StaffSessions } from './StaffSessions.tsx'
import { Updates } from './Updates.tsx'
import { Week } from './Week.tsx'

const Ads = lazy(async () => ({ default: (await import('../ads/Ads.tsx')).Ads }))

// The chart is loaded on demand, because recharts is large.
const Trend = lazy(async () => ({ default: (await import('./Trend.tsx')).Trend }))

const SiteSettings = lazy(async () => ({ default: (await import('../settings/SiteSettings.tsx')).SiteSettings }))

export function Dashboard() {
  const place = usePlace()
  if (place.get('section') === 'ads') return <Ads onBack={() => place.set({ section: null, ad: null })} />
  if (place.get(SETTINGS_FIELD) === '') return <Overview onAds={() => place.set({ section: 'ads' })} />
  return (
    <Suspense fallback={<Skeleton kind="block" />}>
      <SiteSettings />
    </Suspense>
  )
}

function Overview({ onAds }: { onAds: () => void }) {
  const { api, t } = useAdmin()
  const numbers = useLoaded('', (signal) => api.admin.dashboard({}, { signal }))
  const charts = useLoaded('', async (signal) => (await api.admin.charts({ days: PAGE.trendDays }, { signal })).daily)
  const by = usePlace().get('by') === 'moderators' ? 'moderators' : 'admins'
  const audit = useLoaded(by, (signal) => api.admin.audit({ by, limit: PAGE.audit }, { signal }))
  const sessions = useLoaded('', async (signal) => (await api.admin.staffSessions({}, { signal })).sessions)
  const backups = useLoaded('', (signal) => api.adminBackups.status({}, { signal }))
  const costs = useLoaded('', (signal) => api.adminCosts.show({}, { signal }))
  const text = t.dashboard
  const isAllAboveInPlace = [numbers, charts, backups, costs, audit].every(
    ({ data, failure }) => data !== null || failure !== null,
  )

  return (
    <>
      <Checklist />
      <section className="admin__section">
        <div className="admin__line">
          <h2>{text.title}</h2>
          <ScreenButtons
            onAds={onAds}
            isLoading={numbers.isLoading}
            onRefresh={() => {
              for (const part of [numbers, charts, backups, costs, audit, sessions]) void part.refresh()
            }}
          />
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
        <TrendSection days={charts.data} />
      </div>
      <div className="admin__columns">
        <section className="admin__section">
          <h2>{text.backups.title}</h2>
          <Backups loaded={backups} />
        </section>
        <section className="admin__section">
          <h2>{text.costs.title}</h2>
          <Costs loaded={costs} />
        </section>
      </div>
      <section className="admin__section">
        <h2>{text.audit}</h2>
        <FilterBar
          label={text.auditBy}
          name="by"
          options={[
            { value: '', label: text.auditByAdmins },
            { value: 'moderators', label: text.auditByModerators },
          ]}
        />
        <AuditLog loaded={audit} />
      </section>
      <section className="admin__section">
        <h2>{text.sessions.title}</h2>
        <StaffSessions loaded={isAllAboveInPlace ? sessions : { ...sessions, data: null, failure: null }} />
      </section>
      {isAllAboveInPlace && (
        <section className="admin__section">
          <h2>{text.updates.title}</h2>
          <Updates />
        </section>
      )}
    </>
  )
}

type ButtonsProps = { onAds: () => void; onRefresh: () => void; isLoading: boolean }

function ScreenButtons({ onAds, onRefresh, isLoading }: ButtonsProps) {
  const { t } = useAdmin()
  const place = usePlace()
  return (
    <div className="btn-row">
      <Button icon={<Icon of={Settings} size={18} />} onClick={() => place.set({ [SETTINGS_FIELD]: SECTIONS[0] })}>
        {t.settings.title}
      </Button>
      <Button icon={<Icon of={Megaphone} size={18} />} onClick={onAds}>
        {t.ads.title}
      </Button>
      <Button variant="quiet" busy={isLoading} icon={<Icon of={RotateCw} size={18} />} onClick={onRefresh}>
        {t.kit.refresh}
      </Button>
    </div>
  )
}

function TrendSection({ days }: { days: readonly Day[] | null }) {
  const { t } = useAdmin()
  const text = t.dashboard
  return (
    <section className="admin__section">
      <h2>{text.trend}</h2>
      <Suspense
        fallback={
          <div className="trend">
            <Skeleton kind="block" />
          </div>
        }>
        {days === null ? (
          <div className="trend">
            <Skeleton kind="block" />
          </div>
        ) : (
          <Trend days={days} />
        )}
      </Suspense>
    </section>
  )
}
