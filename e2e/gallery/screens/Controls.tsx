import { useState } from 'react'
import Menu from 'lucide/dist/esm/icons/menu.mjs'
import Trash2 from 'lucide/dist/esm/icons/trash.mjs'
import { Avatar } from '#shared/ui/Avatar.tsx'
import { Badge } from '#shared/ui/Badge.tsx'
import { Button } from '#shared/ui/Button.tsx'
import { Dropdown } from '#shared/ui/Dropdown.tsx'
import { Icon } from '#shared/ui/Icon.tsx'
import { IconButton } from '#shared/ui/IconButton.tsx'
import { Pager } from '#shared/ui/Pager.tsx'
import { Tabs } from '#shared/ui/Tabs.tsx'
import { Tooltip } from '#shared/ui/Tooltip.tsx'
import { Screen } from '../Screen.tsx'

const variants = ['primary', 'secondary', 'quiet', 'danger'] as const
const pages = { label: 'Strony', previous: 'Poprzednia', next: 'Następna', page: (n: number) => `Strona ${n}` }

export function ControlsScreen() {
  const [tip, setTip] = useState<string | null>('Wystąpił błąd')
  const [tab, setTab] = useState<'posts' | 'comments'>('posts')

  return (
    <Screen title="Przyciski i znaczki">
      <Dropdown label="Menu" trigger={<Icon of={Menu} size={22} />}>
        <a className="menu__item" href="#submit">
          Nowy post
        </a>
        <button type="button" className="menu__item menu__item--danger">
          <Icon of={Trash2} size={18} />
          Usuń
        </button>
      </Dropdown>
      {variants.map((variant) => (
        <div className="btn-row" key={variant}>
          <Button variant={variant}>Zwykły</Button>
          <Button variant={variant} disabled>
            Wyłączony
          </Button>
          <Button variant={variant} busy>
            Zajęty
          </Button>
          <Button variant={variant} size="small">
            Mały
          </Button>
        </div>
      ))}
      <div className="btn-row">
        <span className="tag">Członek</span>
        <span className="tag tag--accent">Admin</span>
        <span className="tag tag--danger">NSFW</span>
        <span className="tag tag--warning">oczekuje</span>
        <span className="tag tag--success">rozwiązany</span>
        <Badge count={7} />
        <Badge count={100} />
        {['ala', 'bob', 'cyd', 'dod', 'ewa', 'fox', 'gil', 'hel'].map((name) => (
          <Avatar key={name} name={name} />
        ))}
      </div>
      <div className="btn-row">
        <Tooltip text={tip} onHide={() => setTip(null)}>
          <Button onClick={() => setTip('Wystąpił błąd')}>Zapisz</Button>
        </Tooltip>
        <IconButton label="Usuń konto" icon={<Icon of={Trash2} size={18} />} />
      </div>
      <Tabs
        label="Treści"
        tabs={[
          { id: 'posts', label: 'Posty', count: 24 },
          { id: 'comments', label: 'Komentarze', count: 311 },
        ]}
        selected={tab}
        onSelect={setTab}>
        <p>
          {tab === 'posts'
            ? 'Nocny pociąg przez Chrząszczyżewoszyce'
            : 'W połowie października, byle przed przymrozkami.'}
        </p>
      </Tabs>
      <Pager page={9} pageCount={17} hrefFor={(page) => `#page-${page}`} texts={pages} />
    </Screen>
  )
}
