import { Form, Link, useRevalidator } from 'react-router-dom'
import Bell from 'lucide/dist/esm/icons/bell.mjs'
import Check from 'lucide/dist/esm/icons/check.mjs'
import CheckCheck from 'lucide/dist/esm/icons/check-check.mjs'
import Settings from 'lucide/dist/esm/icons/settings.mjs'
import type { Notification } from '#shared/api/shapes.ts'
import { NOTIFICATION_FILTERS, type NotificationFilter } from '#shared/rules/notification-kinds.ts'
import { paths } from '#shared/paths.ts'
import { useTexts } from '#shared/texts.ts'
import { Button } from '#shared/ui/Button.tsx'
import { buttonClass } from '#shared/ui/button-class.ts'
import { classNames } from '#shared/ui/class-names.ts'
import { Icon } from '#shared/ui/Icon.tsx'
import { EmptyState, ErrorState } from '#shared/ui/State.tsx'
import { CallForm, withScripts } from '#site/core/CallForm.tsx'
import { useText } from '#site/core/site-context.tsx'
import { TimeAgo } from '#site/core/TimeAgo.tsx'
import { useNotificationPages, type NotificationPage } from './useNotificationPages.ts'

const MIDDLE = 1

export function filterOf(query: URLSearchParams): NotificationFilter {
  return NOTIFICATION_FILTERS.find((filter) => filter === query.get('filter')) ?? 'all'
}

export function NotificationCentre({
  filter,
  loaded,
}: {
  filter: NotificationFilter
  loaded: NotificationPage | null
}) {
  const t = useTexts('notificationCentre')
  return (
    <main id="main" className="fit-tabs" tabIndex={-1}>
      <div className="page-head notification-title">
        <h1 className="page-head__title">{t.title}</h1>
        {filter === 'moderation' && (
          <Link to={paths.decisions()} className={buttonClass('secondary', 'small')}>
            {t.decisions}
          </Link>
        )}
        <Link to={paths.settings('notifications')} className="action" title={t.settings}>
          <Icon of={Settings} size={20} />
          <span className="hidden-on-phones">{t.settings}</span>
        </Link>
      </div>
      <nav className="page-tabs" aria-label={t.filtersLabel}>
        <div className="tabs">
          {NOTIFICATION_FILTERS.flatMap((name) => [
            <Link
              key={name}
              to={paths.notifications(name)}
              className="tabs__tab"
              aria-current={name === filter ? 'page' : undefined}>
              {t.filters[name]}
            </Link>,
            ' ',
          ])}
        </div>
      </nav>
      <div className="sheet">{loaded ? <List filter={filter} loaded={loaded} /> : <Failed />}</div>
    </main>
  )
}

function Failed() {
  const t = useText()
  const { revalidate, state } = useRevalidator()
  return (
    <ErrorState
      title={t.layout.notificationsFailed}
      retryLabel={t.app.retry}
      busy={state === 'loading'}
      onRetry={() => void revalidate()}
    />
  )
}

function List({ filter, loaded }: { filter: NotificationFilter; loaded: NotificationPage }) {
  const t = useText()
  const texts = useTexts('notificationCentre')
  const { items, next, unread, fresh, isLoading, loadMore, showFresh, markRead, markAllRead } = useNotificationPages(
    filter,
    loaded,
  )
  return (
    <>
      <div className="notification-head">
        <span role="status" className="notification-head__state">
          {fresh > 0 ? (
            <button type="button" className="pill" onClick={showFresh}>
              {texts.fresh(fresh)}
            </button>
          ) : unread > 0 ? (
            texts.unread(unread)
          ) : (
            items.length > 0 && texts.allMarked
          )}
        </span>
        {unread > 0 && (
          <CallForm call="notifications.markAllRead">
            <Button
              type="submit"
              size="small"
              variant="quiet"
              icon={<Icon of={CheckCheck} size={18} />}
              onClick={withScripts(markAllRead)}>
              <span>
                {texts.markAll[0]} <span className="hidden-on-phones">{texts.markAll[1]}</span>
              </span>
            </Button>
          </CallForm>
        )}
      </div>
      {items.length === 0 ? (
        <Empty filter={filter} />
      ) : (
        <>
          <Keys />
          <ul className="notification-list" aria-busy={isLoading}>
            {items.map((item) => (
              <li key={item.id}>
                <Row item={item} onRead={() => void markRead(item)} />
              </li>
            ))}
          </ul>
        </>
      )}
      {next !== null && (
        <Form
          method="get"
          className="feed-end"
          onSubmit={(event) => {
            event.preventDefault()
            void loadMore()
          }}>
          {filter !== 'all' && <input type="hidden" name="filter" value={filter} />}
          <input type="hidden" name="cursor" value={next} />
          <Button type="submit" busy={isLoading}>
            {t.posts.loadMore}
          </Button>
        </Form>
      )}
    </>
  )
}

function Row({ item, onRead }: { item: Notification; onRead: () => void }) {
  const t = useText()
  const { grouped, markOne } = useTexts('notificationCentre')
  const counted = item.kind in grouped ? grouped[item.kind as keyof typeof grouped] : grouped.other
  return (
    <article
      tabIndex={-1}
      className={classNames('notification-row', !item.read && 'notification-row--unread')}
      aria-labelledby={`notification-${item.id}`}>
      <div className="notification-row__main">
        <h2 className="notification-row__title" id={`notification-${item.id}`}>
          {!item.read && <span className="visually-hidden">{t.layout.unread}: </span>}
          <Link
            className="notification-row__link"
            to={item.link}
            onClick={onRead}
            onAuxClick={({ button }) => {
              if (button === MIDDLE) onRead()
            }}>
            {item.title}
          </Link>
        </h2>
        {item.content !== '' && <p className="notification-row__text">{item.content}</p>}
        <p className="notification-row__note">
          <TimeAgo at={item.created_at} />
          {item.is_grouped && <span>{counted(item.count)}</span>}
        </p>
      </div>
      {!item.read && (
        <CallForm call="notifications.markRead" fields={{ notification_id: item.id }}>
          <button
            type="submit"
            className="action"
            data-action="read"
            aria-describedby={`notification-${item.id}`}
            onClick={(event) => {
              event.preventDefault()
              // The notification gets the focus, because the clicked button is about to be removed.
              event.currentTarget.closest<HTMLElement>('article')?.focus()
              onRead()
            }}>
            <Icon of={Check} size={18} />
            <span className="hidden-on-phones">{markOne}</span>
            <kbd className="notification-key" aria-hidden="true">
              r
            </kbd>
          </button>
        </CallForm>
      )}
    </article>
  )
}

function Keys() {
  const { keyboard } = useText()
  const { keys } = useTexts('notificationCentre')
  const all = [
    ['j', keys.next],
    ['k', keys.previous],
    [keyboard.enterKey, keys.open],
    ['r', keys.read],
  ] as const
  return (
    <dl className="notification-keys" aria-label={keys.label}>
      {all.map(([key, does]) => (
        <div key={key}>
          <dt>
            <kbd>{key}</kbd>
          </dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
  )
}

function Empty({ filter }: { filter: NotificationFilter }) {
  const { empty, read, showAll } = useTexts('notificationCentre')
  return (
    <EmptyState icon={<Icon of={Bell} size={28} />} title={empty[filter].title} text={empty[filter].text}>
      {filter === 'all' ? (
        <Link to="/" className={buttonClass('primary')}>
          {read}
        </Link>
      ) : (
        <Link to={paths.notifications()} className={buttonClass('secondary')}>
          {showAll}
        </Link>
      )}
    </EmptyState>
  )
}
