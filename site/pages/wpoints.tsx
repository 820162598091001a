import { Link } from 'react-router-dom'
import Coins from 'lucide-react/icons/coins'
import { PAGE } from '#shared/limits.ts'
import { formatNumber } from '#shared/i18n/plural.ts'
import { paths } from '#shared/paths.ts'
import { Avatar } from '#shared/ui/Avatar.tsx'
import { EmptyState } from '#shared/ui/State.tsx'
import { longDate } from '#site/app/dates.ts'
import { definePage } from '#site/app/page.ts'
import { useSite } from '#site/app/site-context.tsx'

export const page = definePage({
  guard: 'user',
  load: async ({ api }) => {
    const [balance, transactions, leaders] = await Promise.all([
      api.points.mine(), api.points.transactions({ limit: PAGE.list }), api.points.leaderboard({ limit: PAGE.leaderboard }),
    ])
    return { balance, transactions, leaders }
  },
  meta: (_, { t, site }) => ({ title: t.points.title(site.name), noindex: true }),
  View: function Points({ data: { balance, transactions, leaders } }) {
    const { t, lang, site } = useSite()
    const signed = (points: number) => `${points > 0 ? '+' : ''}${formatNumber(lang, points)}`
    return (
      <main id="main" tabIndex={-1}>
        <div className="page-head"><h1 className="page-head__title">{t.points.title(site.name)}</h1></div>
        <section className="sheet profile-head" aria-label={t.points.balance}>
          <Coins size={40} aria-hidden />
          <div className="figures">
            <span className="figure"><span className="figure__value">{formatNumber(lang, balance.wpoints)}</span>{t.points.balance}</span>
            <span className="figure"><span className="figure__value">{signed(balance.today)}</span>{t.points.today}</span>
          </div>
          <p className="profile-head__bio">{t.points.how}</p>
        </section>
        <div className="page-head"><h2 className="page-head__title">{t.points.history}</h2></div>
        <div className="sheet">
          {transactions.length === 0
            ? <EmptyState icon={<Coins size={28} aria-hidden />} title={t.points.emptyTitle} text={t.points.emptyText} />
            : (
              <ul className="row-list">
                {transactions.map((entry) => (
                  <li key={entry.id} className="row">
                    <span className={entry.points < 0 ? 'row__points--minus' : 'row__points--plus'}>{signed(entry.points)}</span>
                    <div>
                      <h3 className="row__title">{entry.reason_display}</h3>
                      <p className="row__text"><time dateTime={entry.created_at}>{longDate(entry.created_at, lang, site.time_zone)}</time></p>
                    </div>
                  </li>
                ))}
              </ul>
            )}
        </div>
        <div className="page-head"><h2 className="page-head__title">{t.points.leaderboard}</h2></div>
        <ol className="sheet row-list">
          {leaders.map((leader, at) => (
            <li key={leader.user_id} className="row">
              <Avatar name={leader.username} size="m" />
              <div><h3 className="row__title"><Link to={paths.user(leader.username)}>{at + 1}. u/{leader.username}</Link></h3></div>
              <span className="row__end">{t.points.amount(leader.wpoints)}</span>
            </li>
          ))}
        </ol>
      </main>
    )
  },
})
