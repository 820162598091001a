import { textsFor } from '#shared/texts.ts'
import { definePage, withStatus } from '#site/core/page.ts'
import { Consent, RequestProblem } from '#site/features/oauth/Consent.tsx'

/** If nothing needs to be asked, the server redirects before this page (`server/features/oauth/routes.ts`). */
export const page = definePage({
  load: async ({ api, query, signal }) => {
    const request = query.toString()
    const asked = await api.oauth.request({ request }, { signal })
    return withStatus(asked.request ? 200 : 400, { ...asked, query: request })
  },
  policy: ({ request }) => ({ formTargets: request ? [request.returns_to] : [] }),
  meta: (_, { t }) => ({ title: textsFor(t.lang, 'oauth').title, noindex: true }),
  View: function OauthAuthorize({ data: { request, problem, query } }) {
    return request ? <Consent request={request} query={query} /> : <RequestProblem problem={problem ?? 'request'} />
  },
})
