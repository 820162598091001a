import { redirect } from 'react-router-dom'
import * as v from 'valibot'
import { id } from '#shared/api/fields.ts'
import { PAGE } from '#shared/limits.ts'
import { textsFor } from '#shared/texts.ts'
import { orLogin, pageErrorOf } from '#site/core/errors.ts'
import { definePage } from '#site/core/page.ts'
import { paths } from '#shared/paths.ts'
import { askedReport } from '#site/features/form-pages/asked-form.ts'
import { askedFormView } from '#site/features/form-pages/parts.ts'
import { Conversation } from '#site/features/messages/Conversation.tsx'
import { missingUser } from '#site/features/messages/useLeave.ts'

const Before = v.optional(id)

export const page = definePage({
  guard: 'user',
  load: async (args) => {
    const { api, params, query, path, lastEventId } = args
    const since = lastEventId()
    const before = v.safeParse(Before, query.get('before') ?? undefined)
    try {
      // `peek` leaves messages unread, because this load may be a prefetch or in a hidden tab.
      const { messages, other_user, messages_closed } = await orLogin(
        api.messages.conversation({
          username: params.username!,
          limit: PAGE.conversation,
          peek: true,
          before: before.success ? before.output : undefined,
        }),
        path,
      )
      const { is_blocked } = await orLogin(api.blocks.isBlocked({ user_id: other_user.id }), path)
      const reported = v.safeParse(id, query.get('report'))
      const back = paths.conversation(other_user.username)
      const asked = reported.success ? await askedReport(args, { message_id: reported.output }, back) : null
      return { messages, other_user, messages_closed, is_blocked, since, asked }
    } catch (error) {
      if (pageErrorOf(error).status === 404 || pageErrorOf(error).status === 422) throw redirect(missingUser())
      throw error
    }
  },
  meta: ({ other_user }, { t }) => ({
    title: textsFor(t.lang, 'messages').conversation(other_user.username),
    noindex: true,
  }),
  View: function ConversationPage({ data: { messages, other_user, messages_closed, is_blocked, since, asked } }) {
    const AskedFormView = askedFormView.part
    return (
      <main id="main" tabIndex={-1}>
        {asked && AskedFormView && <AskedFormView asked={asked} />}
        <Conversation
          key={other_user.id}
          other={other_user}
          first={messages}
          since={since}
          isBlocked={is_blocked}
          isClosed={messages_closed}
        />
      </main>
    )
  },
})
