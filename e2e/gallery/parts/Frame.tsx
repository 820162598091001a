import type { ReactNode } from 'react'
import Bell from 'lucide-react/icons/bell'
import BookmarkIcon from 'lucide-react/icons/bookmark'
import Languages from 'lucide-react/icons/languages'
import LogOut from 'lucide-react/icons/log-out'
import Mail from 'lucide-react/icons/mail'
import Menu from 'lucide-react/icons/menu'
import Moon from 'lucide-react/icons/moon'
import Plus from 'lucide-react/icons/plus'
import Search from 'lucide-react/icons/search'
import Star from 'lucide-react/icons/star'
import { Avatar } from '#shared/ui/Avatar.tsx'
import { Badge } from '#shared/ui/Badge.tsx'
import { buttonClass } from '#shared/ui/button-class.ts'
import { Dropdown } from '#shared/ui/Dropdown.tsx'
import { IconButton } from '#shared/ui/IconButton.tsx'
import { Logo } from '#site/app/Logo.tsx'
import { communities } from '../content.ts'

type FrameProps = { signedIn?: boolean; narrow?: boolean; banner?: ReactNode; children: ReactNode }

/** The markup of the layout: `.topbar`, `.layout` with `.layout__side` and `.layout__main`, `.footer`. */
export function Frame({ signedIn = true, narrow = false, banner, children }: FrameProps) {
  return (
    <>
      <a className="skip-link" href="#main">Przejdź do treści</a>
      <TopBar signedIn={signedIn} />
      {banner}
      <div className={narrow ? 'layout layout--narrow' : 'layout'}>
        {!narrow && <Sidebar />}
        <main id="main" className="layout__main" tabIndex={-1}>{children}</main>
      </div>
      <footer className="footer">
        <a href="#privacy">Polityka prywatności</a>
        <a href="#browse">Wszystkie społeczności</a>
      </footer>
    </>
  )
}

function TopBar({ signedIn }: { signedIn: boolean }) {
  return (
    <header className="topbar">
      <div className="topbar__inner">
        <a className="topbar__logo" href="#home" aria-label="Wątek"><Logo name="Wątek" /></a>
        <form className="topbar__search search-box" role="search" action="#search">
          <Search className="search-box__icon" size={18} aria-hidden />
          <input className="input search-box__input" type="search" name="q" placeholder="Szukaj" aria-label="Szukaj" />
        </form>
        <div className="topbar__acts">
          {signedIn && <NotificationMenu />}
          {signedIn && (
            <a className="icon-btn" href="#messages">
              <Mail size={22} aria-hidden />
              <Badge count={128} />
              <span className="visually-hidden">Wiadomości, 128 nieprzeczytanych</span>
            </a>
          )}
          <IconButton className="topbar__wide" label="Ciemny motyw" icon={<Moon size={20} aria-hidden />} />
          <button type="button" className="icon-btn topbar__wide" lang="en" aria-label="EN, switch to English">EN</button>
          {!signedIn && <a className={`${buttonClass('primary', 'small')} topbar__login`} href="#login">Zaloguj się</a>}
          {!signedIn && (
            <a className={`${buttonClass('secondary', 'small')} topbar__login topbar__wide`} href="#register">Zarejestruj się</a>
          )}
          <AccountMenu signedIn={signedIn} />
        </div>
      </div>
    </header>
  )
}

function NotificationMenu() {
  return (
    <Dropdown
      group="topbar"
      label="Powiadomienia, 3 nieprzeczytane"
      trigger={<><Bell size={22} aria-hidden /><Badge count={3} /></>}
      panelClass="notifications"
    >
      <div className="notifications__head">
        <h2 className="notifications__title">Powiadomienia</h2>
        <button type="button" className="action">Oznacz</button>
      </div>
      <a className="notification notification--unread" href="#n1">
        <span className="notification__title">piekarz_z_podlasia odpowiada na Twój komentarz</span>
        <span className="notification__time num">3 min temu</span>
      </a>
      <a className="notification" href="#n2">
        <span className="notification__title">Grzegorz_Brzeczyszczykiewicz komentuje „Kiedy sadzić czosnek?”</span>
        <span className="notification__time num">2 h temu</span>
      </a>
    </Dropdown>
  )
}

function AccountMenu({ signedIn }: { signedIn: boolean }) {
  return (
    <Dropdown
      group="topbar"
      label="Menu"
      className={signedIn ? undefined : 'topbar__narrow'}
      trigger={signedIn
        ? <><Avatar name="demo" size="s" /></>
        : <Menu size={22} aria-hidden />}
    >
      {signedIn ? (
        <>
          <a className="menu__item account" href="#profile">
            <Avatar name="demo" size="m" />
            <span><span className="account__name">u/demo</span><span className="account__karma num">1 284 karmy</span></span>
          </a>
          <hr className="menu__line" />
          <a className="menu__item" href="#messages"><Mail size={20} aria-hidden />Wiadomości<span className="menu__aside">128</span></a>
          <a className="menu__item" href="#submit"><Plus size={20} aria-hidden />Nowy post</a>
          <a className="menu__item" href="#saved"><BookmarkIcon size={20} aria-hidden />Zapisane</a>
          <a className="menu__item" href="#wpoints"><Star size={20} aria-hidden />Punkty<span className="menu__aside">342</span></a>
        </>
      ) : (
        <>
          <a className="menu__item" href="#login">Zaloguj się</a>
          <a className="menu__item" href="#register">Zarejestruj się</a>
        </>
      )}
      <hr className="menu__line" />
      <button type="button" className="menu__item topbar__narrow"><Moon size={20} aria-hidden />Ciemny motyw</button>
      <button type="button" className="menu__item topbar__narrow" lang="en"><Languages size={20} aria-hidden />English</button>
      {signedIn && <button type="button" className="menu__item"><LogOut size={20} aria-hidden />Wyloguj się</button>}
    </Dropdown>
  )
}

function Sidebar() {
  return (
    <aside className="layout__side">
      <nav aria-labelledby="side-title">
        <h2 id="side-title" className="side__title">Społeczności</h2>
        <ul className="side__list">
          {communities.map(([display, name, members], at) => (
            <li key={name}>
              <a className="side__link" href={`#r/${name}`} aria-current={at === 1 ? 'page' : undefined}>
                <Avatar name={name} square />
                <span className="side__name">{display}</span>
                <span className="side__count">{members.toLocaleString('pl')}</span>
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <section className="panel about" aria-labelledby="about-title">
        <h2 id="about-title" className="panel__title">O Wątku</h2>
        <p className="about__text">Rozmowy, w których da się nie zgubić. Czytaj bez konta, pisz z kontem.</p>
        <a className={buttonClass('primary')} href="#submit">Utwórz post</a>
        <a className={buttonClass()} href="#create">Utwórz społeczność</a>
      </section>
    </aside>
  )
}
