import { Form, Link } from 'react-router-dom'
import Mail from 'lucide/dist/esm/icons/mail.mjs'
import type { ConversationSummary } from '#shared/api/shapes.ts'
import { paths } from '#shared/paths.ts'
import { avatarOf } from '#shared/rules/media-url.ts'
import { useTexts } from '#shared/texts.ts'
import { Avatar } from '#shared/ui/Avatar.tsx'
import { Badge } from '#shared/ui/Badge.tsx'
import { Button } from '#shared/ui/Button.tsx'
import { Icon } from '#shared/ui/Icon.tsx'
import { EmptyState } from '#shared/ui/State.tsx'
import { TimeAgo } from '#site/core/TimeAgo.tsx'
import { messagePreview } from './text.ts'
import { useConversationList } from './useConversationList.ts'

export function ConversationList({
  first,
  offset,
  since,
}: {
  first: ConversationSummary[]
  offset: number
  since: string | null
}) {
  const texts = useTexts('messages')
  const { rows, next, hasOlder, isLoading, loadOlder } = useConversationList(first, offset, since)
  if (rows.length === 0) {
    return (
      <div className="sheet">
        <EmptyState icon={<Icon of={Mail} size={28} />} title={texts.emptyTitle} text={texts.emptyText} />
      </div>
    )
  }
  return (
    <>
      <ul className="sheet row-list">
        {rows.map((conversation) => (
          <Row key={conversation.other_user_id} conversation={conversation} />
        ))}
      </ul>
      {hasOlder && (
        <Form
          className="feed-end"
          method="get"
          onSubmit={(event) => {
            event.preventDefault()
            void loadOlder()
          }}>
          <input type="hidden" name="offset" value={next} />
          <Button type="submit" busy={isLoading}>
            {texts.older}
          </Button>
        </Form>
      )}
    </>
  )
}

function Row({ conversation }: { conversation: ConversationSummary }) {
  const t = useTexts('messages')
  const { other_username, other_avatar_url, last_message, unread_count } = conversation
  const isOwn = last_message.sender_username !== other_username
  return (
    <li className="row">
      <Avatar name={other_username} size="m" src={avatarOf(other_avatar_url, 128)} />
      <div>
        <h2 className="row__title">
          <Link to={paths.conversation(other_username)}>{other_username}</Link>
        </h2>
        <p className="row__text row__text--one">
          {isOwn && `${t.you} `}
          {messagePreview(last_message.content)}
        </p>
      </div>
      <div className="row__end">
        <TimeAgo at={last_message.created_at} />
        <Badge count={unread_count} />
        {unread_count > 0 && <span className="visually-hidden">{t.unread(unread_count)}</span>}
      </div>
    </li>
  )
}
