import { Link } from 'react-router-dom'
import { LIMITS, PAGE } from '#shared/limits.ts'
import { formatNumber } from '#shared/i18n/plural.ts'
import { paths } from '#shared/paths.ts'
import { avatarOf } from '#shared/rules/media-url.ts'
import { Avatar } from '#shared/ui/Avatar.tsx'
import { offsetOf } from '#site/core/query.ts'
import { orLogin } from '#site/core/errors.ts'
import { definePage } from '#site/core/page.ts'
import { useSite } from '#site/core/site-context.tsx'
import { History, signed } from '#site/features/points/History.tsx'
import { pointsTexts } from '#site/features/points/texts.ts'

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
  meta: (_, { t, site }) => ({ title: pointsTexts[t.lang].title(site.name), noindex: true }),
  View: function Points({ data: { balance, transactions, leaders, offset } }) {
    const { t, lang, site } = useSite()
    return (
      <main id="main" tabIndex={-1}>
        <div className="page-head">
          <h1 className="page-head__title">{pointsTexts[t.lang].title(site.name)}</h1>
        </div>
        <section className="sheet sheet__pad" aria-label={pointsTexts[t.lang].balance}>
          <div className="figures">
            <span className="figure">
              <span className="figure__value">{formatNumber(lang, balance.wpoints)}</span>
              {pointsTexts[t.lang].word(balance.wpoints)}
            </span>
            <span className="figure">
              <span className="figure__value">{signed(lang, balance.today)}</span>
              {pointsTexts[t.lang].today}
            </span>
          </div>
          <p className="figures__note">{pointsTexts[t.lang].how}</p>
        </section>
        <div className="page-head">
          <h2 className="page-head__title">{pointsTexts[t.lang].history}</h2>
        </div>
        <div className="sheet">
          <History key={offset} first={transactions} offset={offset} />
        </div>
        <div className="page-head">
          <h2 className="page-head__title">{pointsTexts[t.lang].leaderboard}</h2>
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
              <span className="row__end">{pointsTexts[t.lang].amount(leader.wpoints)}</span>
            </li>
          ))}
        </ol>
      </main>
    )
  },
})
