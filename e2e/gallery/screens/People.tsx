import { useState } from 'react'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import Ban from 'lucide-react/icons/ban'
import CheckCheck from 'lucide-react/icons/check-check'
import CheckIcon from 'lucide-react/icons/check'
import EllipsisIcon from 'lucide-react/icons/ellipsis'
import Flag from 'lucide-react/icons/flag'
import ImageIcon from 'lucide-react/icons/image'
import Mail from 'lucide-react/icons/mail'
import Plus from 'lucide-react/icons/plus'
import Send from 'lucide-react/icons/send'
import UserPlus from 'lucide-react/icons/user-plus'
import { Avatar } from '#shared/ui/Avatar.tsx'
import { Badge } from '#shared/ui/Badge.tsx'
import { Button } from '#shared/ui/Button.tsx'
import { buttonClass } from '#shared/ui/button-class.ts'
import { Dropdown } from '#shared/ui/Dropdown.tsx'
import { Field } from '#shared/ui/Field.tsx'
import { IconButton } from '#shared/ui/IconButton.tsx'
import { Pager } from '#shared/ui/Pager.tsx'
import { Tabs } from '#shared/ui/Tabs.tsx'
import { TextArea } from '#shared/ui/TextArea.tsx'
import { communities, posts } from '../content.ts'
import { Frame } from '../parts/Frame.tsx'
import { PostCard, Promo } from '../parts/Posts.tsx'

const pages = { label: 'Strony', previous: 'Poprzednia', next: 'Następna', page: (n: number) => `Strona ${n}` }

/** The markup of a profile: `.sheet.profile-head` with `.figures`, then tabs over a sheet. */
export function ProfileScreen() {
  const [tab, setTab] = useState<'posts' | 'comments'>('posts')

  return (
    <Frame>
      <div className="sheet profile-head">
        <Avatar name="Grzegorz" size="l" />
        <div>
          <h1 className="profile-head__title">u/Grzegorz_Brzeczyszczykiewicz <span className="tag tag--accent">Admin</span></h1>
          <p className="profile-head__since">Z nami od 3 marca 2024</p>
        </div>
        <p className="profile-head__bio">Kolejarz, piechur, hodowca zakwasu. Chrząszczyżewoszyce, powiat Łękołody.</p>
        <div className="figures">
          <span className="figure"><span className="figure__value">12 842</span>karma</span>
          <button type="button" className="figure"><span className="figure__value">1 203</span>obserwujących</button>
          <button type="button" className="figure"><span className="figure__value">87</span>obserwowanych</button>
        </div>
        <div className="profile-head__acts">
          <Button variant="primary" icon={<UserPlus size={18} aria-hidden />}>Obserwuj</Button>
          <a className={buttonClass()} href="#message"><span className="btn__label"><Mail size={18} aria-hidden />Wiadomość</span></a>
          <Button variant="quiet" icon={<Ban size={18} aria-hidden />}>Zablokuj</Button>
        </div>
      </div>
      <Tabs
        label="Treści"
        tabs={[{ id: 'posts', label: 'Posty', count: 24 }, { id: 'comments', label: 'Komentarze', count: 311 }]}
        selected={tab}
        onSelect={setTab}
      >
        <div className="sheet feed">
          {tab === 'posts'
            ? <PostCard post={posts[1]!} />
            : (
              <article className="profile-comment">
                <div className="meta"><span>W wątku <a href="#post">Kiedy sadzić czosnek?</a></span><time className="meta__dot">2 h temu</time></div>
                <div className="prose"><p>W połowie października, byle przed przymrozkami.</p></div>
              </article>
            )}
        </div>
      </Tabs>
      <Pager page={9} pageCount={17} hrefFor={page => `#page-${page}`} texts={pages} />
    </Frame>
  )
}

/** The markup of a community: `.sheet.community-head`, then its feed. */
export function CommunityScreen() {
  return (
    <Frame>
      <div className="sheet community-head">
        <Avatar name="chrzaszcze" size="l" square />
        <div>
          <div className="community-head__name">
            <h1 className="community-head__title">Chrząszczyżewoszyce i okolice</h1>
            <span className="tag tag--danger">NSFW</span>
            <span className="tag tag--accent">Admin</span>
            <span className="tag">Członek</span>
          </div>
          <p className="community-head__facts">r/chrzaszcze · 18 342 członków</p>
        </div>
        <p className="community-head__text">Wszystko o powiecie łękołodzkim: rozkłady jazdy, zdjęcia, wspomnienia i spory o to, gdzie stał dawny dworzec.</p>
        <div className="community-head__acts">
          <a className={buttonClass('primary')} href="#submit"><span className="btn__label"><Plus size={18} aria-hidden />Post</span></a>
          <Button>Opuść</Button>
          <Dropdown label="Więcej" align="start" trigger={<EllipsisIcon size={20} aria-hidden />}>
            <a className="menu__item" href="#contact"><Mail size={18} aria-hidden />Napisz do administratora</a>
            <button type="button" className="menu__item"><Flag size={18} aria-hidden />Zgłoś społeczność</button>
          </Dropdown>
        </div>
      </div>
      <div className="sheet feed">
        <PostCard post={posts[3]!} />
        <Promo />
        <PostCard post={posts[5]!} />
      </div>
    </Frame>
  )
}

/** The markup of lists: `.sheet.row-list` of `.row`. */
export function ListsScreen() {
  return (
    <Frame>
      <div className="page-head"><h1 className="page-head__title">Wiadomości</h1><Button size="small" icon={<Plus size={16} aria-hidden />}>Nowa</Button></div>
      <ul className="sheet row-list">
        <li className="row">
          <Avatar name="kasia" size="m" />
          <div>
            <h2 className="row__title"><a href="#c1">kasia_z_kuchni</a></h2>
            <p className="row__text row__text--one">Wyślę Ci przepis wieczorem, muszę tylko znaleźć kartkę z pro…</p>
          </div>
          <div className="row__end"><time>14 min temu</time><Badge count={3} /><span className="visually-hidden">3 nieprzeczytane</span></div>
        </li>
        <li className="row">
          <Avatar name="Grzegorz" size="m" />
          <div>
            <h2 className="row__title"><a href="#c2">Grzegorz_Brzeczyszczykiewicz</a></h2>
            <p className="row__text row__text--one">📷 Zdjęcie</p>
          </div>
          <div className="row__end"><time>3 d temu</time></div>
        </li>
      </ul>
      <div className="page-head"><h2 className="page-head__title">Społeczności</h2></div>
      <ul className="sheet row-list">
        {communities.slice(5, 9).map(([display, name, members]) => (
          <li className="row" key={name}>
            <Avatar name={name} size="m" square />
            <div>
              <h3 className="row__title"><a href={`#r/${name}`}>{display}</a></h3>
              <p className="row__text">r/{name} · opis, który mówi w jednym zdaniu, o czym się tu rozmawia</p>
            </div>
            <span className="row__end">{members.toLocaleString('pl')} członków</span>
          </li>
        ))}
        <li className="row">
          <span className="row__points--plus">+5</span>
          <div><h3 className="row__title">Nowy post</h3><p className="row__text">21 listopada 2025</p></div>
        </li>
      </ul>
    </Frame>
  )
}

/** The markup of a conversation: `.sheet.conversation` of a head, a note, the `.thread` in its frame, and `.thread-form`. */
export function ConversationScreen() {
  return (
    <Frame>
      <div className="sheet conversation">
        <header className="conversation__head">
          <a className="icon-btn" href="#messages" title="Wszystkie rozmowy"><ArrowLeft size={22} aria-hidden /><span className="visually-hidden">Wszystkie rozmowy</span></a>
          <Avatar name="kasia" size="m" />
          <div className="conversation__who">
            <h1 className="conversation__name"><a href="#kasia">kasia_z_kuchni</a></h1>
            <p className="conversation__karma num">Karma: 1 284</p>
          </div>
        </header>
        <p className="conversation__note">Wiadomości znikają u obu stron 24 godziny po przeczytaniu.</p>
        <div className="thread-frame">
          <div className="thread-scroller" role="log" aria-label="Rozmowa" tabIndex={0}>
            <div className="thread">
              <section className="thread__group" aria-labelledby="day-1">
                <h2 className="thread__day" id="day-1">20 listopada 2025</h2>
                <div className="message">Cześć! Masz jeszcze ten przepis?<div className="message__time num">18:04</div></div>
                <div className="message message--own">
                  Mam. Konstantynopolitańczykowianeczkaprzechrząszczyżewoszycka prosiła o to samo.
                  <div className="message__time num">18:10 <CheckCheck size={16} data-read="true" aria-label="Przeczytana" role="img" /></div>
                </div>
              </section>
              <section className="thread__group" aria-labelledby="day-2">
                <h2 className="thread__day" id="day-2">Dzisiaj</h2>
                <div className="message message--own">
                  Już wysyłam.
                  <div className="message__time num">9:31 <CheckIcon size={16} aria-label="Wysłana" role="img" /></div>
                </div>
              </section>
            </div>
          </div>
        </div>
        <form className="thread-form" onSubmit={event => event.preventDefault()}>
          <div className="thread-form__line">
            <IconButton label="Dołącz zdjęcie" icon={<ImageIcon size={20} aria-hidden />} />
            <Field label="Wiadomość" hideLabel><TextArea grow rows={1} placeholder="Wiadomość" /></Field>
            <IconButton label="Wyślij" type="submit" icon={<Send size={20} aria-hidden />} />
          </div>
        </form>
      </div>
    </Frame>
  )
}
