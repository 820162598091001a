import { useEffect, useState } from 'react'
import { Form, Link } from 'react-router-dom'
import CircleHelp from 'lucide/dist/esm/icons/circle-question-mark.mjs'
import Search from 'lucide/dist/esm/icons/search.mjs'
import TriangleAlert from 'lucide/dist/esm/icons/triangle-alert.mjs'
import { formatNumber } from '#shared/i18n/plural.ts'
import { LIMITS } from '#shared/limits.ts'
import { paths } from '#shared/paths.ts'
import { SEARCH_SORTS, SEARCH_TYPES, type SearchSort, type SearchType } from '#shared/rules/search-types.ts'
import { textsFor, useTexts } from '#shared/texts.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Icon } from '#shared/ui/Icon.tsx'
import { EmptyState } from '#shared/ui/State.tsx'
import { Tabs } from '#shared/ui/Tabs.tsx'
import { pageErrorOf } from '#site/core/errors.ts'
import { definePage, withStatus } from '#site/core/page.ts'
import { offsetOf, searchQuery } from '#site/core/query.ts'
import { receivePosts } from '#site/core/posts-store.ts'
import { useSite } from '#site/core/site-context.tsx'
import { usePageState } from '#site/core/usePageState.ts'
import { ResultList } from '#site/features/search/ResultList.tsx'
import { EMPTY, find, issueOf, skip, sortOf, tabOf, type AllResults } from '#site/features/search/results.ts'

type Data = { q: string; tab: SearchType; sort: SearchSort; found: AllResults; issue: string | null; from: string }
type Shown = { tab: SearchType; found: AllResults }

export const page = definePage({
  load: async ({ api, query, variant, t }): Promise<Data> => {
    const criteria = { q: searchQuery(query), sort: sortOf(query), variant }
    const tab = tabOf(query)
    const data = {
      q: criteria.q,
      tab,
      sort: criteria.sort,
      found: EMPTY,
      issue: null,
      from: query.get('cursor') ?? query.get('offset') ?? '',
    }
    if (criteria.q === '') return data
    let issue: string | null = null
    let status = 200
    const parts = await Promise.all(
      SEARCH_TYPES.map(async (type) => {
        try {
          const offset = type === 'posts' ? offsetOf(query, LIMITS.searchTotal) : 0
          const cursor = type === tab ? (query.get('cursor') ?? (await skip(api, criteria, offset))) : undefined
          return [type, await find(api, type, criteria, { cursor })] as const
        } catch (error) {
          const wrong = issueOf(error, t)
          if (wrong !== null) {
            issue = wrong
            return [type, EMPTY[type]] as const
          }
          const failed = pageErrorOf(error)
          if (type === tab) status = failed.status || status
          return [type, { ...EMPTY[type], failure: failed.code }] as const
        }
      }),
    )
    return withStatus(status, { ...data, found: Object.fromEntries(parts) as AllResults, issue })
  },
  meta: ({ q }, { t }) => ({
    title: q === '' ? textsFor(t.lang, 'searchPage').title : textsFor(t.lang, 'searchPage').titleFor(q),
    noindex: true,
    canonical: paths.search(q),
  }),
  View: function SearchPage({ data }) {
    if (data.q === '') return <Prompt />
    return data.issue === null ? (
      <Found key={`${data.q} ${data.sort} ${data.from}`} {...data} />
    ) : (
      <Invalid q={data.q} issue={data.issue} />
    )
  },
})

function Prompt() {
  const texts = useTexts('searchPage')
  return (
    <main id="main" tabIndex={-1}>
      <h1 className="visually-hidden">{texts.title}</h1>
      <div className="sheet">
        <EmptyState icon={<Icon of={Search} size={28} />} title={texts.promptTitle} text={texts.promptText} />
        <Operators />
      </div>
    </main>
  )
}

function Invalid({ q, issue }: { q: string; issue: string }) {
  const texts = useTexts('searchPage')
  return (
    <main id="main" tabIndex={-1}>
      <div className="page-head">
        <h1 className="page-head__title">{texts.titleFor(q)}</h1>
      </div>
      <div className="sheet">
        <EmptyState icon={<Icon of={CircleHelp} size={28} />} title={texts.invalid} text={issue} />
        <Operators />
      </div>
    </main>
  )
}

function Failure({ code }: { code: string }) {
  const { t } = useSite()
  const known =
    code in t.pageErrors
      ? t.pageErrors[code as keyof typeof t.pageErrors]
      : { title: t.app.unexpected, text: t.app.unexpectedText }
  return (
    <div className="sheet" role="alert">
      <EmptyState icon={<Icon of={TriangleAlert} size={28} />} title={known.title} text={known.text} />
      {code === 'search_too_broad' && <Operators />}
    </div>
  )
}

function Operators() {
  const { operators, operatorsTitle } = useTexts('searchPage')
  return (
    <section className="search-help">
      <h2 className="search-help__title">{operatorsTitle}</h2>
      <dl>
        {operators.map(([operator, does]) => (
          <div key={operator}>
            <dt>
              <code>{operator}</code>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function useFound({ q, tab: opening, sort, found }: Data) {
  const { api, t, variant } = useSite()
  const { restored, save } = usePageState<Shown>('search')
  const [{ tab, found: shown }, setShown] = useState<Shown>(restored ?? { tab: opening, found })
  const [isLoading, setLoading] = useState(false)
  const { results, total, next_cursor, corrected, is_cut } = shown[tab]

  useEffect(() => receivePosts(found.posts.results.map(({ item }) => item)), [found])

  function update(change: Partial<Shown>): void {
    const next = { tab, found: shown, ...change }
    setShown(next)
    save(next)
  }

  async function loadMore(): Promise<void> {
    setLoading(true)
    try {
      const page = await find(api, tab, { q, sort, variant }, { cursor: next_cursor! })
      if (tab === 'posts') receivePosts((page as AllResults['posts']).results.map(({ item }) => item))
      const known = new Set(results.map(({ item }) => item.id))
      const all = {
        ...page,
        total,
        corrected,
        is_cut,
        results: [...results, ...page.results.filter(({ item }) => !known.has(item.id))],
      }
      update({ found: { ...shown, [tab]: all } })
    } catch (error) {
      issueOf(error, t)
      const { code } = pageErrorOf(error)
      // Other failures are only logged, so that the results already shown stay usable.
      if (code === 'search_too_broad') update({ found: { ...shown, [tab]: { ...shown[tab], failure: code } } })
    } finally {
      setLoading(false)
    }
  }

  return { tab, shown, isLoading, loadMore, select: (next: SearchType) => update({ tab: next }) }
}

function Found(data: Data) {
  const { q, sort, found } = data
  const texts = useTexts('searchPage')
  const { lang } = useSite()
  const { tab, shown, isLoading, loadMore, select } = useFound(data)
  const { results, corrected, failure } = shown[tab]

  const countOf = ({ failure, total, is_cut }: AllResults[SearchType]) =>
    failure === null ? `${formatNumber(lang, total)}${is_cut ? '+' : ''}` : '–'
  const tabs = SEARCH_TYPES.map((id) => ({ id, label: texts[id], count: countOf(found[id]) }))
  return (
    <main id="main" className="fit-tabs" tabIndex={-1}>
      <div className="page-head">
        <h1 className="page-head__title">{texts.titleFor(q)}</h1>
        <nav className="search-kinds no-js-only" aria-label={texts.title}>
          {tabs.map(({ id, label, count }) => (
            <span key={id}>
              <a
                className="action"
                href={paths.search(q, { tab: id, sort })}
                aria-current={id === tab ? 'true' : undefined}>
                {label}
              </a>{' '}
              <span className="tabs__count">{count}</span>{' '}
            </span>
          ))}
        </nav>
      </div>
      <Tabs label={texts.title} selected={tab} tabs={tabs} onSelect={select}>
        <nav className="search-sorts segmented" aria-label={texts.sorting}>
          {SEARCH_SORTS.flatMap((name) => [
            <Link
              key={name}
              className="segmented__item"
              to={paths.search(q, { tab, sort: name })}
              aria-current={name === sort ? 'true' : undefined}>
              {texts.sorts[name]}
            </Link>,
            ' ',
          ])}
        </nav>
        {corrected !== null && (
          <p className="search-corrected">
            {texts.corrected} <Link to={paths.search(corrected, { tab })}>{corrected}</Link>
          </p>
        )}
        <div aria-busy={isLoading}>
          {(failure === null || results.length > 0) && <ResultList tab={tab} found={shown} />}
          {failure !== null && <Failure code={failure} />}
          <ResultsEnd q={q} tab={tab} sort={sort} found={shown[tab]} isLoading={isLoading} onMore={loadMore} />
        </div>
      </Tabs>
    </main>
  )
}

function ResultsEnd({
  q,
  tab,
  sort,
  found: { results, total, next_cursor, is_cut },
  isLoading,
  onMore,
}: {
  q: string
  tab: SearchType
  sort: SearchSort
  found: AllResults[SearchType]
  isLoading: boolean
  onMore: () => Promise<void>
}) {
  const texts = useTexts('searchPage')
  const { t } = useSite()
  const isCutHere = is_cut === true && (tab === 'posts' || tab === 'comments')
  if (next_cursor === null && !(tab === 'posts' && total > 0) && !isCutHere) return null
  return (
    <div className="sheet feed-end">
      {next_cursor !== null && (
        <Form
          method="get"
          onSubmit={(event) => {
            event.preventDefault()
            void onMore()
          }}>
          <input type="hidden" name="q" value={q} />
          <input type="hidden" name="tab" value={tab} />
          <input type="hidden" name="sort" value={sort} />
          <input type="hidden" name="cursor" value={next_cursor} />
          <Button type="submit" busy={isLoading}>
            {t.posts.loadMore}
          </Button>
        </Form>
      )}
      {tab === 'posts' && total > 0 && <p>{t.posts.shown(results.length, Math.max(total, results.length))}</p>}
      {isCutHere && next_cursor === null && <p>{texts.cut}</p>}
    </div>
  )
}
