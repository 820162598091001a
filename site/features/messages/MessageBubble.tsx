import Check from 'lucide-react/icons/check'
import CheckCheck from 'lucide-react/icons/check-check'
import type { Message } from '#shared/api/shapes.ts'
import { exactTime } from '#shared/rules/relative-time.ts'
import { classNames } from '#shared/ui/class-names.ts'
import { useText } from '#site/app/site-context.tsx'
import { timeOfDay } from './days.ts'
import { PrivateImage } from './PrivateImage.tsx'

/** One message; on one's own a single tick until it was read, a double one from then on. */
export function MessageBubble({ message, isOwn, timeZone }: { message: Message, isOwn: boolean, timeZone: string | undefined }) {
  const { messages: t } = useText()
  const { sender_username, content, image_url, created_at, is_read } = message
  const Tick = is_read ? CheckCheck : Check
  return (
    <div className={classNames('message', isOwn && 'message--own')}>
      <span className="visually-hidden">{isOwn ? t.you : t.from(sender_username)} </span>
      {image_url !== null && <PrivateImage url={image_url} alt={t.imageFrom(sender_username)} opens />}
      {content}
      <div className="message__time num">
        <time dateTime={created_at} title={exactTime(created_at, timeZone)}>{timeOfDay(created_at, timeZone)}</time>
        {isOwn && <Tick size={16} data-read={is_read} role="img" aria-label={is_read ? t.read : t.sent} />}
      </div>
    </div>
  )
}
