import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import Bell from 'lucide/dist/esm/icons/bell.mjs'
import ChevronLeft from 'lucide/dist/esm/icons/chevron-left.mjs'
import ChevronRight from 'lucide/dist/esm/icons/chevron-right.mjs'
import Database from 'lucide/dist/esm/icons/database.mjs'
import Eye from 'lucide/dist/esm/icons/eye.mjs'
import Lock from 'lucide/dist/esm/icons/lock.mjs'
import Mail from 'lucide/dist/esm/icons/mail.mjs'
import User from 'lucide/dist/esm/icons/user.mjs'
import { paths } from '#shared/paths.ts'
import { useTexts } from '#shared/texts.ts'
import { classNames } from '#shared/ui/class-names.ts'
import { Icon } from '#shared/ui/Icon.tsx'

export type Section = 'profile' | 'account' | 'security' | 'notifications' | 'privacy' | 'data'

const SECTIONS = [
  { id: 'profile', icon: User },
  { id: 'account', icon: Mail },
  { id: 'security', icon: Lock },
  { id: 'notifications', icon: Bell },
  { id: 'privacy', icon: Eye },
  { id: 'data', icon: Database },
] as const satisfies { id: Section; icon: unknown }[]

/** `isList` is true on /settings, which on narrow screens shows only the list of sections. */
export function SettingsFrame({
  section,
  isList = false,
  children,
}: {
  section: Section
  isList?: boolean
  children: ReactNode
}) {
  const text = useTexts('settings')
  const { name } = text.sections[section]
  return (
    <main id="main" tabIndex={-1} className={classNames('settings', isList && 'settings--list')}>
      <div className="settings__columns">
        <div className="settings__side">
          {isList ? (
            <h1 className="settings__title">{text.title}</h1>
          ) : (
            <Link className="settings__back" to={paths.settings()}>
              <Icon of={ChevronLeft} size={20} />
              {text.title}
            </Link>
          )}
          <nav className="settings__nav" aria-label={text.title}>
            <ul>
              {SECTIONS.map(({ id, icon }) => (
                <li key={id}>
                  <Link
                    className="settings__link"
                    to={paths.settings(id)}
                    aria-current={id === section && !isList ? 'page' : undefined}>
                    <Icon of={icon} size={20} />
                    <span className="settings__name">
                      {text.sections[id].name} <span className="settings__hint">{text.sections[id].hint}</span>
                    </span>
                    <Icon of={ChevronRight} size={18} />
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        </div>
        <div className="settings__content">
          {isList ? <h2 className="settings__title">{name}</h2> : <h1 className="settings__title">{name}</h1>}
          {children}
        </div>
      </div>
    </main>
  )
}

export function SettingsPart({
  title,
  lead,
  danger = false,
  children,
}: {
  title: string
  lead?: ReactNode
  danger?: boolean
  children?: ReactNode
}) {
  return (
    <section className={classNames('sheet', 'sheet__pad', 'settings__part', danger && 'settings__part--danger')}>
      <h2 className="settings__heading">{title}</h2>
      {lead !== undefined && <p className="settings__lead">{lead}</p>}
      {children}
    </section>
  )
}
