import { textsFor } from '#shared/texts.ts'
import { orLogin } from '#site/core/errors.ts'
import { definePage } from '#site/core/page.ts'
import { Invites } from '#site/features/moderators/Invites.tsx'

export const page = definePage({
  guard: 'user',
  load: ({ api, path, query }) => orLogin(api.moderators.invites({ cursor: query.get('cursor') ?? undefined }), path),
  meta: (_, { t }) => ({ title: textsFor(t.lang, 'community').invites.title, noindex: true }),
  View: function ModeratorInvites({ data }) {
    return <Invites key={data.invites[0]?.id} loaded={data} />
  },
})
