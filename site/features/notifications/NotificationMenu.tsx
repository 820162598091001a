import { Link } from 'react-router-dom'
import Bell from 'lucide/dist/esm/icons/bell.mjs'
import type { Notification } from '#shared/api/shapes.ts'
import { paths } from '#shared/paths.ts'
import { Badge } from '#shared/ui/Badge.tsx'
import { Button } from '#shared/ui/Button.tsx'
import { classNames } from '#shared/ui/class-names.ts'
import { Dropdown } from '#shared/ui/Dropdown.tsx'
import { Icon } from '#shared/ui/Icon.tsx'
import { Skeleton } from '#shared/ui/Skeleton.tsx'
import { useText } from '#site/core/site-context.tsx'
import { TimeAgo } from '#site/core/TimeAgo.tsx'
import { useNotifications } from './useNotifications.ts'

const MIDDLE = 1

export function NotificationMenu({ unread }: { unread: number }) {
  const t = useText()
  const { list, arrived, load, toggle, retry, hasUnread, markRead, markAllRead } = useNotifications(unread)
  return (
    <div>
      <Dropdown
        group="topbar"
        label={t.layout.notificationsLabel(unread)}
        trigger={
          <>
            <Icon of={Bell} size={22} />
            <Badge count={unread} />
          </>
        }
        panelClass="notifications"
        onToggle={toggle}>
        <div className="notifications__head">
          <h2 className="notifications__title">{t.layout.notifications}</h2>
          <div role="status">
            {arrived > 0 && (
              <button type="button" className="pill" onClick={() => void load()}>
                {t.layout.newNotifications(arrived)}
              </button>
            )}
          </div>
          {hasUnread && (
            <button
              type="button"
              className="action needs-js"
              title={t.layout.markAllReadHint}
              onClick={() => void markAllRead()}>
              {t.layout.markAllRead}
            </button>
          )}
        </div>
        <Link className="notifications__all" to={paths.notifications()}>
          {t.layout.allNotifications}
        </Link>
        {list.state === 'loading' && (
          <>
            <Loading label={t.layout.loading} />
          </>
        )}
        {list.state === 'failed' && (
          <div className="notifications__note">
            <p>{t.layout.notificationsFailed}</p>
            <Button size="small" onClick={() => void retry()}>
              {t.app.retry}
            </Button>
          </div>
        )}
        {list.state === 'loaded' && list.items.length === 0 && (
          <p className="notifications__note">{t.layout.noNotifications}</p>
        )}
        {list.state === 'loaded' && list.items.length > 0 && (
          <ul>
            {list.items.map((item) => (
              <li key={item.id}>
                <Item item={item} onOpen={() => void markRead(item)} />
              </li>
            ))}
          </ul>
        )}
      </Dropdown>
    </div>
  )
}

function Item({ item, onOpen }: { item: Notification; onOpen: () => void }) {
  const t = useText()
  return (
    <Link
      className={classNames('notification', !item.read && 'notification--unread')}
      to={item.link}
      onClick={onOpen}
      onAuxClick={({ button }) => {
        if (button === MIDDLE) onOpen()
      }}>
      <span className="notification__title">
        {!item.read && <span className="visually-hidden">{t.layout.unread}: </span>}
        {item.title}
      </span>
      {item.content !== '' && <span className="notification__text">{item.content}</span>}
      <TimeAgo className="notification__time" at={item.created_at} />
    </Link>
  )
}

function Loading({ label }: { label: string }) {
  return (
    <div className="needs-js" role="status" aria-label={label}>
      {[3, 2, 3].map((width, at) => (
        <div key={at} className="notification">
          <Skeleton width={width as 2 | 3} />
          <Skeleton width={1} />
        </div>
      ))}
    </div>
  )
}
