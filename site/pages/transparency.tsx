import { Link } from 'react-router-dom'
import { formatNumber } from '#shared/i18n/plural.ts'
import { paths } from '#shared/paths.ts'
import { textsFor, useTexts } from '#shared/texts.ts'
import { Fold } from '#shared/ui/Fold.tsx'
import { PageError } from '#site/core/errors.ts'
import { definePage } from '#site/core/page.ts'
import { useSite } from '#site/core/site-context.tsx'
import '#site/features/transparency/transparency.css'

export const page = definePage({
  load: async ({ api, query, signal }) => {
    const asked = query.get('year')
    const figures = await api.transparency.get(
      asked !== null && /^2\d{3}$/.test(asked) ? { year: Number(asked) } : {},
      { signal },
    )
    if (asked !== null && !figures.years.map(String).includes(asked)) throw new PageError(404, 'not_found')
    return figures
  },
  meta: ({ year, years }, { t, site }) => {
    const { title, lead } = textsFor(t.lang, 'transparency')
    return {
      title: `${title} ${year}`,
      description: lead(site.name, year),
      canonical: paths.transparency(year === years[0] ? undefined : year),
    }
  },
  View: function Transparency({ data: { year, years, notices, decisions, appeals, suspended } }) {
    const { t, site } = useSite()
    const texts = useTexts('transparency')
    const made = Object.values(decisions.by_action).reduce((sum, n) => sum + n, 0)
    return (
      <main id="main" tabIndex={-1}>
        <div className="page-head">
          <h1 className="page-head__title">{`${texts.title} ${year}`}</h1>
        </div>
        {years.length > 1 && (
          <nav className="page-tabs" aria-label={texts.years}>
            <div className="tabs">
              {years.flatMap((one, at) => [
                <Link
                  key={one}
                  to={paths.transparency(at === 0 ? undefined : one)}
                  className="tabs__tab"
                  aria-current={one === year ? 'page' : undefined}>
                  {one}
                </Link>,
                ' ',
              ])}
            </div>
          </nav>
        )}
        <div className="sheet sheet__pad transparency">
          <p className="prose">{texts.lead(site.name, year)}</p>
          <section>
            <h2>{texts.notices.title}</h2>
            <p>
              {texts.notices.received(notices.received)}
              {notices.median_hours !== null && ` ${texts.notices.median(notices.median_hours)}`}
            </p>
            <Figures head={texts.notices.category} labels={t.posts.reasons} numbers={notices.by_category} />
            <p>
              <Link to={paths.notice()}>{texts.notices.send}</Link>
            </p>
          </section>
          <section>
            <h2>{texts.decisions.title}</h2>
            <p>{`${texts.decisions.made(made)} ${texts.decisions.automatic(decisions.automatic)}`}</p>
            <Figures head={texts.decisions.action} labels={texts.actions} numbers={decisions.by_action} />
            <Figures head={texts.decisions.reason} labels={t.posts.reasons} numbers={decisions.by_reason} />
          </section>
          <section>
            <h2>{texts.appeals.title}</h2>
            <p>{texts.appeals.text(appeals.received, appeals.overturned)}</p>
          </section>
          <section>
            <h2>{texts.suspended.title}</h2>
            <p>{texts.suspended.text(suspended)}</p>
          </section>
        </div>
      </main>
    )
  },
})

type FiguresProps<Key extends string> = { head: string; labels: Record<Key, string>; numbers: Record<Key, number> }

/** A table of numbers, whose rows of zeros are folded. */
function Figures<Key extends string>({ head, labels, numbers }: FiguresProps<Key>) {
  const texts = useTexts('transparency')
  const keys = Object.keys(numbers) as Key[]
  const [some, none] = [keys.filter((key) => numbers[key] > 0), keys.filter((key) => numbers[key] === 0)]
  const rowsOf = (shown: Key[]) => <FigureTable head={head} rows={shown.map((key) => [labels[key], numbers[key]])} />
  return (
    <div>
      {some.length > 0 && rowsOf(some)}
      {none.length > 0 && <Fold label={texts.zeros(head, none.length)}>{rowsOf(none)}</Fold>}
    </div>
  )
}

function FigureTable({ head, rows }: { head: string; rows: [label: string, number: number][] }) {
  const transparencyTexts = useTexts('transparency')
  const { lang } = useSite()
  return (
    <table className="transparency__table">
      <thead>
        <tr>
          <th scope="col">{head}</th>
          <th scope="col">{transparencyTexts.number}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([label, number]) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>{formatNumber(lang, number)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
