import { textsFor, useTexts } from '#shared/texts.ts'
import { paths } from '#shared/paths.ts'
import { definePage } from '#site/core/page.ts'
import { CallGroup } from '#site/features/portal/CallGroup.tsx'
import { Overview } from '#site/features/portal/Overview.tsx'

export const page = definePage({
  load: async ({ api, query, signal }) => {
    const group = query.get('group')
    return group === null
      ? { overview: await api.portal.overview({}, { signal }), group: null }
      : { overview: null, group: await api.portal.group({ group }, { signal }) }
  },
  meta: ({ group }, { t }) => {
    const { title } = textsFor(t.lang, 'devInfo')
    return { title: group ? `${group.name} · ${title}` : title, canonical: paths.devInfo(group?.name) }
  },
  View: function DevInfo({ data: { overview, group } }) {
    const { title } = useTexts('devInfo')
    return (
      <main id="main" tabIndex={-1}>
        <div className="page-head">
          <h1 className="page-head__title">{group ? `${title}: ${group.name}` : title}</h1>
        </div>
        {overview && <Overview overview={overview} />}
        {group && <CallGroup {...group} />}
      </main>
    )
  },
})
