import { formatNumber } from '#shared/i18n/plural.ts'
import { ErrorState } from '#shared/ui/State.tsx'
import { useAdmin } from '../../kit/context.ts'
import { useLoaded } from '../../kit/useLoaded.ts'

/** The numbers of the site. */
export function Dashboard() {
  const { api, t, lang } = useAdmin()
  const { data, failure, isLoading, refresh } = useLoaded('', (signal) => api.admin.dashboard({}, { signal }))
  const text = t.dashboard
  return (
    <section className="admin__section">
      <h2>{text.title}</h2>
      {failure !== null && <ErrorState title={t.kit.loadFailed} text={failure} retryLabel={t.kit.retry} busy={isLoading} onRetry={() => void refresh()} />}
      <dl className="stats">
        {(['users', 'posts', 'comments', 'messages'] as const).map((name) => (
          <div className="stat" key={name}>
            <dt className="stat__name">{text.cards[name]}</dt>
            <dd className="stat__value">{data === null ? '…' : formatNumber(lang, data.totals[name])}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
