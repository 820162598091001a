import { textsFor } from '#shared/texts.ts'
import { orLogin } from '#site/core/errors.ts'
import { definePage, type LoadArgs } from '#site/core/page.ts'
import { Decisions } from '#site/features/moderation/Decisions.tsx'

/** Returns null if loading failed; the failure is only logged. */
async function loadPage({ api, path, query, signal }: LoadArgs) {
  try {
    return await orLogin(api.decisions.mine({ cursor: query.get('cursor') ?? undefined }, { signal }), path)
  } catch (error) {
    if (error instanceof Response || signal.aborted) throw error
    console.warn('Loading the decisions failed', error)
    return null
  }
}

export const page = definePage({
  guard: 'user',
  load: async (args) => ({ loaded: await loadPage(args) }),
  meta: (_, { t }) => ({ title: textsFor(t.lang, 'moderation').decisions.title, noindex: true }),
  View: function DecisionsPage({ data: { loaded } }) {
    return <Decisions loaded={loaded} />
  },
})
