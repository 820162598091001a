import { textsFor } from '#shared/texts.ts'
import { orLogin } from '#site/core/errors.ts'
import { definePage, type LoadArgs } from '#site/core/page.ts'
import { filterOf, NotificationCentre } from '#site/features/notifications/NotificationCentre.tsx'

/** Returns null if loading failed; the failure is only logged. */
async function loadPage({ api, path, query, signal }: LoadArgs) {
  try {
    return await orLogin(
      api.notifications.page({ filter: filterOf(query), cursor: query.get('cursor') ?? undefined }, { signal }),
      path,
    )
  } catch (error) {
    if (error instanceof Response || signal.aborted) throw error
    console.warn('Loading the notifications failed', error)
    return null
  }
}

export const page = definePage({
  guard: 'user',
  load: async (args) => ({ filter: filterOf(args.query), loaded: await loadPage(args) }),
  meta: (_, { t }) => ({ title: textsFor(t.lang, 'notificationCentre').title, noindex: true }),
  View: function Notifications({ data: { filter, loaded } }) {
    return <NotificationCentre key={filter} filter={filter} loaded={loaded} />
  },
})
