import { Link } from 'react-router-dom'
import Mail from 'lucide-react/icons/mail'
import { paths } from '#shared/paths.ts'
import { Badge } from '#shared/ui/Badge.tsx'
import { buttonClass } from '#shared/ui/button-class.ts'
import { classNames } from '#shared/ui/class-names.ts'
import { Logo } from '#site/app/Logo.tsx'
import { useSite } from '#site/app/site-context.tsx'
import { NotificationMenu } from '#site/features/notifications/NotificationMenu.tsx'
import { SearchBox } from '#site/features/search-box/SearchBox.tsx'
import { AccountMenu } from './AccountMenu.tsx'
import type { Counts } from './counts.ts'
import { LanguageToggle } from './LanguageToggle.tsx'
import { ThemeToggle } from './ThemeToggle.tsx'
import { useWayBack } from './use-way-back.ts'

/** The bar that stays at the top of every page. */
export function TopBar({ counts }: { counts: Counts }) {
  const { viewer, site } = useSite()
  return (
    <header className="topbar">
      <div className="topbar__inner">
        <a className="topbar__logo" href="/" aria-label={site.name}><Logo name={site.name} /></a>
        <SearchBox />
        <div className="topbar__acts">
          {viewer && <NotificationMenu unread={counts.notifications} />}
          {viewer && <MessagesLink unread={counts.messages} />}
          <ThemeToggle />
          <LanguageToggle />
          {!viewer && <VisitorActs />}
          <AccountMenu unreadMessages={counts.messages} />
        </div>
      </div>
    </header>
  )
}

function MessagesLink({ unread }: { unread: number }) {
  const { t } = useSite()
  const label = t.layout.messagesLabel(unread)
  return (
    <a className="icon-btn" href={paths.messages()} title={label}>
      <Mail size={22} aria-hidden />
      <span className="visually-hidden">{label}</span>
      <Badge count={unread} />
    </a>
  )
}

function VisitorActs() {
  const { t } = useSite()
  const from = useWayBack()
  return (
    <>
      <a className={classNames(buttonClass('primary', 'small'), 'topbar__login')} href={paths.login(from)}>{t.layout.logIn}</a>
      <Link
        className={classNames(buttonClass('secondary', 'small'), 'topbar__login topbar__wide')}
        to={paths.register()} state={{ from }}
      >
        {t.layout.register}
      </Link>
    </>
  )
}
