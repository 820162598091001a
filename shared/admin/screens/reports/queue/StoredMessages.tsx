import type { QueueItem } from '#shared/api/queue.ts'
import { useAdmin } from '../../../kit/context.ts'
import { Timestamp } from '../../../kit/Timestamp.tsx'

/** A reported private message and those before it, oldest first. */
export function StoredMessages({ messages }: { messages: QueueItem['messages'] }) {
  const {
    t: { queue: text },
  } = useAdmin()
  return (
    <>
      <h4>{text.messages.title}</h4>
      <p className="stat__note">{text.messages.note}</p>
      <ul className="queue__reports">
        {messages.map(({ id, sender, content, has_image, is_reported, created_at }) => (
          <li key={id}>
            {is_reported && <span className="tag tag--accent">{text.messages.reported}</span>}
            {content !== '' && <p className="queue__said">{content}</p>}
            {has_image && <p className="admin__none">{text.messages.image}</p>}
            <p className="stat__note">
              {sender?.username ?? text.deletedAuthor}, <Timestamp at={created_at} />
            </p>
          </li>
        ))}
      </ul>
    </>
  )
}
