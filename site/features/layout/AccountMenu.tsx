import { Link } from 'react-router-dom'
import Bookmark from 'lucide-react/icons/bookmark'
import LogIn from 'lucide-react/icons/log-in'
import LogOut from 'lucide-react/icons/log-out'
import Mail from 'lucide-react/icons/mail'
import Menu from 'lucide-react/icons/menu'
import Plus from 'lucide-react/icons/plus'
import ShieldCheck from 'lucide-react/icons/shield-check'
import Star from 'lucide-react/icons/star'
import UserPlus from 'lucide-react/icons/user-plus'
import type { SessionUser } from '#shared/api/shapes.ts'
import { formatNumber } from '#shared/i18n/plural.ts'
import { paths } from '#shared/paths.ts'
import { Avatar } from '#shared/ui/Avatar.tsx'
import { Dropdown } from '#shared/ui/Dropdown.tsx'
import { useSite } from '#site/app/site-context.tsx'
import { useLogOut } from '#site/features/auth/use-log-out.ts'
import { LanguageToggle } from './LanguageToggle.tsx'
import { ThemeToggle } from './ThemeToggle.tsx'
import { useWayBack } from './use-way-back.ts'

/** What a member opens behind their initial, and a visitor on a phone behind three lines. */
export function AccountMenu({ unreadMessages }: { unreadMessages: number }) {
  const { viewer, t } = useSite()
  return (
    <Dropdown
      group="topbar"
      label={t.layout.menu}
      className={viewer ? undefined : 'topbar__narrow'}
      trigger={viewer ? <Avatar name={viewer.username} /> : <Menu size={22} aria-hidden />}
    >
      {viewer ? <MemberLinks viewer={viewer} unreadMessages={unreadMessages} /> : <VisitorLinks />}
    </Dropdown>
  )
}

function MemberLinks({ viewer, unreadMessages }: { viewer: SessionUser, unreadMessages: number }) {
  const { t, lang } = useSite()
  const logOut = useLogOut()
  return (
    <>
      <a className="menu__item account" href={paths.profile()}>
        <Avatar name={viewer.username} size="m" />
        <span>
          <span className="account__name">u/{viewer.username}</span>
          <span className="account__karma num">{t.layout.karma(viewer.karma)}</span>
        </span>
      </a>
      <hr className="menu__line" />
      <a className="menu__item" href={paths.messages()}>
        <Mail size={20} aria-hidden />
        {t.layout.messages}
        {unreadMessages > 0 && <span className="menu__aside">{formatNumber(lang, unreadMessages)}</span>}
      </a>
      <a className="menu__item" href={paths.submit()}><Plus size={20} aria-hidden />{t.layout.newPost}</a>
      <a className="menu__item" href={paths.saved()}><Bookmark size={20} aria-hidden />{t.layout.saved}</a>
      <a className="menu__item" href={paths.wpoints()}><Star size={20} aria-hidden />{t.layout.points}</a>
      {viewer.is_admin && <a className="menu__item" href={paths.admin()}><ShieldCheck size={20} aria-hidden />{t.layout.panel}</a>}
      <hr className="menu__line needs-js" />
      <ThemeToggle inMenu />
      <LanguageToggle inMenu />
      <button type="button" className="menu__item needs-js" onClick={() => void logOut()}>
        <LogOut size={20} aria-hidden />
        {t.layout.logOut}
      </button>
    </>
  )
}

function VisitorLinks() {
  const { t } = useSite()
  const from = useWayBack()
  return (
    <>
      <a className="menu__item" href={paths.login(from)}><LogIn size={20} aria-hidden />{t.layout.logIn}</a>
      <Link className="menu__item" to={paths.register()} state={{ from }}><UserPlus size={20} aria-hidden />{t.layout.register}</Link>
      <hr className="menu__line needs-js" />
      <ThemeToggle inMenu />
      <LanguageToggle inMenu />
    </>
  )
}
