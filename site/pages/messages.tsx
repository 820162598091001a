import { useEffect, useRef } from 'react'
import PenLine from 'lucide/dist/esm/icons/pen-line.mjs'
import { LIMITS, PAGE } from '#shared/limits.ts'
import { textsFor, useTexts } from '#shared/texts.ts'
import { buttonClass } from '#shared/ui/button-class.ts'
import { Icon } from '#shared/ui/Icon.tsx'
import { Notice } from '#shared/ui/Notice.tsx'
import { offsetOf } from '#site/core/query.ts'
import { orLogin } from '#site/core/errors.ts'
import { definePage } from '#site/core/page.ts'
import { ConversationList } from '#site/features/messages/ConversationList.tsx'
import { isMissingUser } from '#site/features/messages/useLeave.ts'
import { boxOf, countUnread, staffBox } from '#site/features/modmail/load.ts'
import { MessageSections } from '#site/features/modmail/MessageSections.tsx'
import { ModeratorSection } from '#site/features/modmail/ModeratorSection.tsx'
import { NewMessageForm } from '#site/features/messages/NewMessageForm.tsx'

export const page = definePage({
  guard: 'user',
  load: async ({ api, site, query, path, lastEventId }) => {
    const since = lastEventId()
    if (query.get('section') === 'moderators') {
      const { box, state } = boxOf(query)
      const cursor = query.get('cursor') ?? undefined
      const [own, staff] = await orLogin(
        Promise.all([
          api.modmail.list({ state: box === 'mine' ? state : undefined, cursor: box === 'mine' ? cursor : undefined }),
          staffBox(api.modmail.list({ box: 'staff', state, cursor: box === 'staff' ? cursor : undefined })),
        ]),
        path,
      )
      const unread = own.unread_count + (staff?.unread_count ?? 0)
      const moderators = {
        page: box === 'staff' && staff ? staff : own,
        box: staff ? box : 'mine',
        state,
        isStaff: staff !== null,
      } as const
      return { moderators, unread, since, conversations: [], offset: 0, to: null, isMissing: false }
    }
    const offset = offsetOf(query, LIMITS.offset)
    const [conversations, unread] = await orLogin(
      Promise.all([api.messages.conversations({ limit: PAGE.list, offset }), countUnread(api, site)]),
      path,
    )
    return {
      moderators: null,
      unread,
      conversations,
      offset,
      since,
      to: query.get('to'),
      isMissing: isMissingUser(query),
    }
  },
  meta: (_, { t }) => ({
    title: textsFor(t.lang, 'messages').title,
    description: textsFor(t.lang, 'messages').description,
    noindex: true,
  }),
  View: function Messages({ data: { moderators, unread, conversations, offset, since, to, isMissing } }) {
    const t = useTexts('messages')
    const isEmpty = conversations.length === 0
    return (
      <main id="main" tabIndex={-1}>
        <div className="page-head">
          <h1 className="page-head__title">{t.title}</h1>
        </div>
        <MessageSections section={moderators ? 'moderators' : 'conversations'} unread={unread} />
        {moderators ? (
          <ModeratorSection {...moderators} since={since} />
        ) : (
          <Compose to={to} isOpen={to !== null || isEmpty} />
        )}
        {isMissing && (
          <div className="messages__alert">
            <Notice kind="danger" role="alert">
              {t.unknownUser}
            </Notice>
          </div>
        )}
        {moderators === null && <ConversationList key={offset} first={conversations} offset={offset} since={since} />}
      </main>
    )
  },
})

function Compose({ to, isOpen }: { to: string | null; isOpen: boolean }) {
  const t = useTexts('messages')
  const details = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    if (isOpen && details.current) details.current.open = true
  }, [isOpen, to])
  return (
    // suppressHydrationWarning, because the reader may have opened this element before hydration.
    <details ref={details} className="compose needs-js" open={isOpen} suppressHydrationWarning>
      <summary className={buttonClass('primary', 'small')}>
        <span className="btn__label">
          <Icon of={PenLine} size={18} />
          {t.write}
        </span>
      </summary>
      <div className="sheet sheet__pad">
        <NewMessageForm to={to} />
      </div>
    </details>
  )
}
