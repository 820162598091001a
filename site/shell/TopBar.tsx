import { Link } from 'react-router-dom'
import Mail from 'lucide/dist/esm/icons/mail.mjs'
import Plus from 'lucide/dist/esm/icons/plus.mjs'
import { paths } from '#shared/paths.ts'
import { Badge } from '#shared/ui/Badge.tsx'
import { buttonClass } from '#shared/ui/button-class.ts'
import { classNames } from '#shared/ui/class-names.ts'
import { Icon } from '#shared/ui/Icon.tsx'
import { Logo } from './Logo.tsx'
import { useSite } from '#site/core/site-context.tsx'
import { NotificationMenu } from '#site/features/notifications/NotificationMenu.tsx'
import { SearchBox } from '#site/features/search/SearchBox.tsx'
import { AccountMenu } from './AccountMenu.tsx'
import type { Counts } from '../features/notifications/unread-counts.ts'
import { LanguageToggle } from './LanguageToggle.tsx'
import { ThemeToggle } from './ThemeToggle.tsx'
import { useWayBack } from './useWayBack.ts'

export function TopBar({ counts }: { counts: Counts }) {
  const { viewer, site } = useSite()
  return (
    <header className="topbar">
      <div className="topbar__inner">
        <a className="topbar__logo" href="/" aria-label={site.name}>
          <Logo site={site} />
        </a>
        <SearchBox />
        <div className="topbar__actions">
          {viewer && <WriteLink />}
          {viewer && <NotificationMenu unread={counts.notifications} />}
          {viewer && <MessagesLink unread={counts.messages} />}
          <ThemeToggle /> <LanguageToggle />
          {!viewer && <VisitorActions />}
          <AccountMenu unreadMessages={counts.messages} />
        </div>
      </div>
    </header>
  )
}

function WriteLink() {
  const { layout: t } = useSite().t
  return (
    <a className="icon-btn" href={paths.submit()} title={t.newPost}>
      <Icon of={Plus} size={24} />
      <span className="visually-hidden">{t.newPost}</span>
    </a>
  )
}

function MessagesLink({ unread }: { unread: number }) {
  const { t } = useSite()
  const label = t.layout.messagesLabel(unread)
  return (
    <a className="icon-btn" href={paths.messages()} title={label}>
      <Icon of={Mail} size={22} />
      <span className="visually-hidden">{label}</span>
      <Badge count={unread} />
    </a>
  )
}

function VisitorActions() {
  const { t } = useSite()
  const from = useWayBack()
  return (
    <>
      {' '}
      <a className={classNames(buttonClass('primary', 'small'), 'topbar__login')} href={paths.login(from)}>
        {t.layout.logIn}
      </a>{' '}
      <Link
        className={classNames(buttonClass('secondary', 'small'), 'topbar__login topbar__wide')}
        to={paths.register()}
        state={{ from }}>
        {t.layout.register}
      </Link>{' '}
    </>
  )
}
