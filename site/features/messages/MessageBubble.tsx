import Check from 'lucide-react/icons/check'
import CheckCheck from 'lucide-react/icons/check-check'
import type { Message } from '#shared/api/shapes.ts'
import { posterOf } from '#shared/rules/media-url.ts'
import { exactTime } from '#shared/rules/relative-time.ts'
import { classNames } from '#shared/ui/class-names.ts'
import { useText } from '#site/app/site-context.tsx'
import { imageFailed, useFailed } from '#site/features/media/use-failed.ts'
import { timeOfDay } from './days.ts'

/** One message; on one's own a single tick until it was read, a double one from then on. */
export function MessageBubble({ message, isOwn, timeZone }: { message: Message, isOwn: boolean, timeZone: string | undefined }) {
  const { messages: t } = useText()
  const { sender_username, content, image_url, created_at, is_read } = message
  const Tick = is_read ? CheckCheck : Check
  return (
    <div className={classNames('message', isOwn && 'message--own')}>
      <span className="visually-hidden">{isOwn ? t.you : t.from(sender_username)} </span>
      {image_url !== null && <MessageImage url={image_url} alt={t.imageFrom(sender_username)} />}
      {content}
      <div className="message__time num">
        <time dateTime={created_at} title={exactTime(created_at, timeZone)}>{timeOfDay(created_at, timeZone)}</time>
        {isOwn && <Tick size={16} data-read={is_read} role="img" aria-label={is_read ? t.read : t.sent} />}
      </div>
    </div>
  )
}

/** A private picture; hidden with its space where it fails. A press shows it by itself. */
function MessageImage({ url, alt }: { url: string, alt: string }) {
  const { ref, failed, fail } = useFailed<HTMLImageElement>(imageFailed)
  if (failed) return null
  return (
    <a href={url} target="_blank" rel="noreferrer">
      <picture>
        <source media="(prefers-reduced-motion: reduce)" srcSet={posterOf(url) ?? undefined} />
        <img ref={ref} src={url} alt={alt} decoding="async" onError={fail} />
      </picture>
    </a>
  )
}
