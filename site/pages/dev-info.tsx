import { textsFor, useTexts } from '#shared/texts.ts'
import { paths } from '#shared/paths.ts'
import { definePage } from '#site/core/page.ts'
import { CallGroup } from '#site/features/portal/CallGroup.tsx'
import { Overview } from '#site/features/portal/Overview.tsx'
import '#site/features/portal/portal.css'

export const page = definePage({
  load: async ({ api, query, signal, isSignedIn }) => {
    const group = query.get('group')
    if (group !== null)
      return { overview: null, group: await api.portal.group({ group }, { signal }), applications: null }
    const [overview, own] = await Promise.all([
      api.portal.overview({}, { signal }),
      isSignedIn() ? api.applications.list({}, { signal }) : null,
    ])
    return { overview, group: null, applications: own?.applications ?? null }
  },
  meta: ({ group }, { t }) => {
    const { title } = textsFor(t.lang, 'devInfo')
    return { title: group ? `${group.name} · ${title}` : title, canonical: paths.devInfo(group?.name) }
  },
  View: function DevInfo({ data: { overview, group, applications } }) {
    const { title } = useTexts('devInfo')
    return (
      <main id="main" tabIndex={-1}>
        <div className="page-head">
          <h1 className="page-head__title">{group ? `${title}: ${group.name}` : title}</h1>
        </div>
        {overview && <Overview overview={overview} applications={applications} />}
        {group && <CallGroup {...group} />}
      </main>
    )
  },
})
