import type { Flair } from '#shared/api/shapes.ts'
import { paths } from '#shared/paths.ts'
import { hueOfFlair } from '#shared/rules/flairs.ts'
import { useText } from '#site/core/site-context.tsx'
import { nonDefaults, type FeedView } from './SortTabs.tsx'

export function FlairFilter({
  flairs,
  chosen,
  category,
  view,
}: {
  flairs: Flair[]
  chosen: number | null
  category: string
  view: FeedView
}) {
  const { categories: t } = useText()
  const [sort, window] = nonDefaults(view)
  return (
    <nav className="flair-filter" aria-label={t.flairFilter}>
      <a
        className="filter-chip"
        href={paths.category(category, sort, window)}
        aria-current={chosen === null ? 'true' : undefined}>
        {t.allFlairs}
      </a>
      {flairs.map(({ id, label, color }) => (
        <a
          key={id}
          className="filter-chip filter-chip--hue"
          data-hue={hueOfFlair(color)}
          href={paths.category(category, sort, window, id)}
          aria-current={id === chosen ? 'true' : undefined}>
          {label}
        </a>
      ))}
    </nav>
  )
}
