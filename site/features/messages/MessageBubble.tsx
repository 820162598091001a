import Check from 'lucide/dist/esm/icons/check.mjs'
import CheckCheck from 'lucide/dist/esm/icons/check-check.mjs'
import Flag from 'lucide/dist/esm/icons/flag.mjs'
import type { Message } from '#shared/api/shapes.ts'
import { exactTime } from '#shared/rules/relative-time.ts'
import { useTexts } from '#shared/texts.ts'
import { classNames } from '#shared/ui/class-names.ts'
import { Icon } from '#shared/ui/Icon.tsx'
import { useLocation } from 'react-router-dom'
import { ActionLink } from '#site/core/ActionLink.tsx'
import { timeOfDay } from './days.ts'
import { PrivateImage } from './PrivateImage.tsx'

export function MessageBubble({
  message,
  isOwn,
  timeZone,
  onReport,
}: {
  message: Message
  isOwn: boolean
  timeZone: string | undefined
  onReport: (messageId: number) => void
}) {
  const t = useTexts('messages')
  const { pathname } = useLocation()
  const { sender_username, content, image_url, created_at, is_read } = message
  const tick = is_read ? CheckCheck : Check
  return (
    <div className={classNames('message', isOwn && 'message--own')}>
      <span className="visually-hidden">{isOwn ? t.you : t.from(sender_username)} </span>
      {image_url !== null && <PrivateImage url={image_url} alt={t.imageFrom(sender_username)} opens />}
      {content}{' '}
      <div className="message__time num">
        <time dateTime={created_at} title={exactTime(created_at, timeZone)}>
          {timeOfDay(created_at, timeZone)}
        </time>
        {!isOwn && (
          <ActionLink
            className="message__report"
            href={`${pathname}?report=${message.id}#report`}
            title={t.report}
            aria-label={t.reportFrom(sender_username, timeOfDay(created_at, timeZone))}
            onPress={() => onReport(message.id)}>
            <Icon of={Flag} size={16} />
          </ActionLink>
        )}
        {isOwn && <Icon of={tick} size={16} data-read={is_read} aria-label={is_read ? t.read : t.sent} />}
      </div>
    </div>
  )
}
