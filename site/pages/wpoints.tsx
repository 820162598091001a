import { Link } from 'react-router-dom'
import { LIMITS, PAGE } from '#shared/limits.ts'
import { formatNumber } from '#shared/i18n/plural.ts'
import { paths } from '#shared/paths.ts'
import { avatarOf } from '#shared/rules/media-url.ts'
import { textsFor, useTexts } from '#shared/texts.ts'
import { Avatar } from '#shared/ui/Avatar.tsx'
import { offsetOf } from '#site/core/query.ts'
import { orLogin } from '#site/core/errors.ts'
import { definePage } from '#site/core/page.ts'
import { useSite } from '#site/core/site-context.tsx'
import { History, signed } from '#site/features/points/History.tsx'

export const page = definePage({
  guard: 'user',
  load: async ({ api, query, path }) => {
    const offset = offsetOf(query, LIMITS.offset)
    const [balance, transactions, leaders] = await orLogin(
      Promise.all([
        api.points.mine(),
        api.points.transactions({ limit: PAGE.list, offset }),
        api.points.leaderboard({ limit: PAGE.leaderboard }),
      ]),
      path,
    )
    return { balance, transactions, leaders, offset }
  },
  meta: (_, { t, site }) => ({ title: textsFor(t.lang, 'points').title(site.name), noindex: true }),
  View: function Points({ data: { balance, transactions, leaders, offset } }) {
    const texts = useTexts('points')
    const { lang, site } = useSite()
    return (
      <main id="main" tabIndex={-1}>
        <div className="page-head">
          <h1 className="page-head__title">{texts.title(site.name)}</h1>
        </div>
        <section className="sheet sheet__pad" aria-label={texts.balance}>
          <div className="figures">
            <span className="figure">
              <span className="figure__value">{formatNumber(lang, balance.wpoints)}</span>
              {texts.word(balance.wpoints)}
            </span>
            <span className="figure">
              <span className="figure__value">{signed(lang, balance.today)}</span>
              {texts.today}
            </span>
          </div>
          <p className="figures__note">{texts.how}</p>
        </section>
        <div className="page-head">
          <h2 className="page-head__title">{texts.history}</h2>
        </div>
        <div className="sheet">
          <History key={offset} first={transactions} offset={offset} />
        </div>
        <div className="page-head">
          <h2 className="page-head__title">{texts.leaderboard}</h2>
        </div>
        <ol className="sheet row-list">
          {leaders.map((leader, at) => (
            <li key={leader.user_id} className="row">
              <Avatar name={leader.username} size="m" src={avatarOf(leader.avatar_url, 128)} />
              <div>
                <h3 className="row__title">
                  <Link to={paths.user(leader.username)}>
                    {at + 1}. u/{leader.username}
                  </Link>
                </h3>
              </div>
              <span className="row__end">{texts.amount(leader.wpoints)}</span>
            </li>
          ))}
        </ol>
      </main>
    )
  },
})
