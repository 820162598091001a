import * as v from 'valibot'
import { id } from '#shared/api/fields.ts'
import { orLogin, PageError } from '#site/core/errors.ts'
import { definePage } from '#site/core/page.ts'
import { isNeutral } from '#site/core/variant-guard.ts'
import { ThreadView } from '#site/features/modmail/ThreadView.tsx'
import { NeutralPage } from '#site/features/variant/NeutralPage.tsx'

export const page = definePage({
  guard: 'user',
  load: async ({ api, params, query, path, variant, lastEventId }) => {
    const since = lastEventId()
    const threadId = v.safeParse(id, params.id)
    if (!threadId.success) throw new PageError(404, 'not_found')
    // `peek` leaves the thread unread, because this may be a prefetch.
    const cursor = query.get('cursor') ?? undefined
    const loaded = await orLogin(api.modmail.get({ thread_id: threadId.output, cursor, peek: true }), path)
    if (loaded.thread.category?.is_nsfw && variant === 'normal') return { neutral: true as const, path }
    return { loaded, since }
  },
  meta: (data, { t }) => ({ title: isNeutral(data) ? t.app.adultTitle : data.loaded.thread.subject, noindex: true }),
  View: function ModmailPage({ data }) {
    if (isNeutral(data)) return <NeutralPage path={data.path} />
    return (
      <main id="main" tabIndex={-1}>
        <ThreadView key={data.loaded.thread.id} first={data.loaded} since={data.since} />
      </main>
    )
  },
})
