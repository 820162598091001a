import type { Filter } from '#shared/api/filters.ts'
import { paths } from '#shared/paths.ts'
import { textsFor, useTexts } from '#shared/texts.ts'
import { definePage } from '#site/core/page.ts'
import { isNeutral } from '#site/core/variant-guard.ts'
import { FilterEntry, NewFilter } from '#site/features/moderation/FilterEntry.tsx'
import { loadForModerator } from '#site/features/moderation/moderator-page.ts'
import { NeutralPage } from '#site/features/variant/NeutralPage.tsx'

type Data = { filters: Filter[]; next_cursor: string | null }

/** The page has plain forms, for use without JavaScript. */
export const page = definePage({
  guard: 'user',
  load: (args) =>
    loadForModerator(args, (api, { id: category_id }): Promise<Data> =>
      api.filters.list({ category_id, cursor: args.query.get('cursor') ?? undefined }),
    ),
  meta: (data, { t }) => ({
    title: isNeutral(data) ? t.app.adultTitle : textsFor(t.lang, 'moderation').filterPage.title(data.name),
    noindex: true,
  }),
  View: function CategoryFilters({ data }) {
    const { filterPage, queue } = useTexts('moderation')
    const text = useTexts('filters')
    if (isNeutral(data)) return <NeutralPage path={data.path} />
    const { filters, next_cursor, name, category_id } = data
    return (
      <main id="main" tabIndex={-1} className="community-settings">
        <a className="settings__back" href={paths.categorySettings(name)}>
          {queue.settings}
        </a>
        <h1 className="settings__title">{filterPage.title(name)}</h1>
        {filters.length === 0 && <p className="sheet sheet__pad">{text.none}</p>}
        {filters.map((filter) => (
          <FilterEntry key={filter.id} filter={filter} />
        ))}
        {next_cursor !== null && (
          <a href={`${paths.categoryFilters(name)}?cursor=${encodeURIComponent(next_cursor)}`}>{text.more}</a>
        )}
        <NewFilter categoryId={category_id} />
      </main>
    )
  },
})
