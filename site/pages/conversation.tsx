import { redirect } from 'react-router-dom'
import * as v from 'valibot'
import { id } from '#shared/api/fields.ts'
import { PAGE } from '#shared/limits.ts'
import { pageErrorOf } from '#site/app/errors.ts'
import { orLogin } from '#site/app/or-login.ts'
import { definePage } from '#site/app/page.ts'
import { Conversation } from '#site/features/messages/Conversation.tsx'
import { missingMember } from '#site/features/messages/missing-member.ts'

const Before = v.optional(id)

export const page = definePage({
  guard: 'user',
  load: async ({ api, params, query, path }) => {
    const before = v.safeParse(Before, query.get('before') ?? undefined)
    try {
      // A navigation may be a look ahead, and its tab out of sight: only the open page marks as read.
      const { messages, other_user } = await orLogin(api.messages.conversation({
        username: params.username!, limit: PAGE.conversation, peek: true, before: before.success ? before.output : undefined,
      }), path)
      const { is_blocked } = await orLogin(api.blocks.isBlocked({ user_id: other_user.id }), path)
      return { messages, other_user, is_blocked }
    } catch (error) {
      if (pageErrorOf(error).status === 404 || pageErrorOf(error).status === 422) throw redirect(missingMember())
      throw error
    }
  },
  meta: ({ other_user }, { t }) => ({ title: t.messages.conversation(other_user.username), noindex: true }),
  View: function ConversationPage({ data: { messages, other_user, is_blocked } }) {
    return (
      <main id="main" tabIndex={-1}>
        <Conversation key={other_user.id} other={other_user} first={messages} isBlocked={is_blocked} />
      </main>
    )
  },
})
