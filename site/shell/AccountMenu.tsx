import { Link } from 'react-router-dom'
import Bookmark from 'lucide/dist/esm/icons/bookmark.mjs'
import LogIn from 'lucide/dist/esm/icons/log-in.mjs'
import LogOut from 'lucide/dist/esm/icons/log-out.mjs'
import Mail from 'lucide/dist/esm/icons/mail.mjs'
import Menu from 'lucide/dist/esm/icons/menu.mjs'
import Plus from 'lucide/dist/esm/icons/plus.mjs'
import Settings from 'lucide/dist/esm/icons/settings.mjs'
import ShieldCheck from 'lucide/dist/esm/icons/shield-check.mjs'
import Star from 'lucide/dist/esm/icons/star.mjs'
import UserPlus from 'lucide/dist/esm/icons/user-plus.mjs'
import type { SessionUser } from '#shared/api/shapes.ts'
import { formatNumber } from '#shared/i18n/plural.ts'
import { paths } from '#shared/paths.ts'
import { avatarOf } from '#shared/rules/media-url.ts'
import { Avatar } from '#shared/ui/Avatar.tsx'
import { Dropdown } from '#shared/ui/Dropdown.tsx'
import { Icon } from '#shared/ui/Icon.tsx'
import { useOwnAvatar } from '#site/core/own-avatar.ts'
import { CallForm, withScripts } from '#site/core/CallForm.tsx'
import { useSite } from '#site/core/site-context.tsx'
import { useLogOut } from '#site/features/auth/useLogOut.ts'
import { LanguageToggle } from './LanguageToggle.tsx'
import { ThemeToggle } from './ThemeToggle.tsx'
import { useWayBack } from './useWayBack.ts'

export function AccountMenu({ unreadMessages }: { unreadMessages: number }) {
  const { viewer, t } = useSite()
  const avatar = useOwnAvatar()
  return (
    <Dropdown
      group="topbar"
      label={t.layout.menu}
      className={viewer ? undefined : 'topbar__narrow'}
      trigger={viewer ? <Avatar name={viewer.username} src={avatarOf(avatar)} /> : <Icon of={Menu} size={22} />}>
      {viewer ? <UserLinks viewer={viewer} unreadMessages={unreadMessages} /> : <VisitorLinks />}
    </Dropdown>
  )
}

function UserLinks({ viewer, unreadMessages }: { viewer: SessionUser; unreadMessages: number }) {
  const { t, lang } = useSite()
  const logOut = useLogOut()
  const avatar = useOwnAvatar()
  return (
    <>
      <a className="menu__item account" href={paths.profile()}>
        <Avatar name={viewer.username} size="m" src={avatarOf(avatar, 128)} />
        <span>
          <span className="account__name">u/{viewer.username}</span>{' '}
          <span className="account__karma num">{t.layout.karma(viewer.karma)}</span>
        </span>
      </a>{' '}
      <hr className="menu__line" />
      <a className="menu__item" href={paths.messages()}>
        <Icon of={Mail} size={20} />
        {t.layout.messages}{' '}
        {unreadMessages > 0 && <span className="menu__aside">{formatNumber(lang, unreadMessages)}</span>}
      </a>{' '}
      <a className="menu__item" href={paths.submit()}>
        <Icon of={Plus} size={20} />
        {t.layout.newPost}
      </a>{' '}
      <a className="menu__item" href={paths.saved()}>
        <Icon of={Bookmark} size={20} />
        {t.layout.saved}
      </a>{' '}
      <a className="menu__item" href={paths.wpoints()}>
        <Icon of={Star} size={20} />
        {t.layout.points}
      </a>{' '}
      <a className="menu__item" href={paths.settings()}>
        <Icon of={Settings} size={20} />
        {t.layout.settings}
      </a>{' '}
      {viewer.is_admin && (
        <a className="menu__item" href={paths.admin()}>
          <Icon of={ShieldCheck} size={20} />
          {t.layout.panel}
        </a>
      )}
      <hr className="menu__line needs-js" />
      <ThemeToggle inMenu /> <LanguageToggle inMenu />
      <CallForm call="auth.logout" next="/">
        <button type="submit" className="menu__item" onClick={withScripts(logOut)}>
          <Icon of={LogOut} size={20} />
          {t.layout.logOut}
        </button>
      </CallForm>
    </>
  )
}

function VisitorLinks() {
  const { t } = useSite()
  const from = useWayBack()
  return (
    <>
      <a className="menu__item" href={paths.login(from)}>
        <Icon of={LogIn} size={20} />
        {t.layout.logIn}
      </a>{' '}
      <Link className="menu__item" to={paths.register()} state={{ from }}>
        <Icon of={UserPlus} size={20} />
        {t.layout.register}
      </Link>{' '}
      <hr className="menu__line needs-js" />
      <ThemeToggle inMenu /> <LanguageToggle inMenu />
    </>
  )
}
