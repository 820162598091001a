import type { FilterSample } from '#shared/api/filters.ts'
import { useTexts } from '#shared/texts.ts'
import type { Tools } from './tools.ts'

export function FilterSamples({ samples, tools }: { samples: readonly FilterSample[]; tools: Tools }) {
  const text = useTexts('filters')
  return (
    <section aria-label={text.samples}>
      <h4>{text.samples}</h4>
      <ul className="settings__rows">
        {samples.map(({ type, id, title, excerpt, author, created_at }) => (
          <li key={`${type}:${id}`} className="filter-sample">
            <strong>{title}</strong>
            <p>{excerpt}</p>
            <p className="settings__lead">
              {text[type]} · {author === null ? text.nobody : tools.linkTo(author.username)} · {tools.date(created_at)}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
