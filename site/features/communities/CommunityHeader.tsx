import { Link } from 'react-router-dom'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Flag from 'lucide-react/icons/flag'
import Mail from 'lucide-react/icons/mail'
import Plus from 'lucide-react/icons/plus'
import ShieldCheck from 'lucide-react/icons/shield-check'
import type { Category } from '#shared/api/shapes.ts'
import { formatNumber } from '#shared/i18n/plural.ts'
import { paths } from '#shared/paths.ts'
import { iconOf } from '#shared/rules/media-url.ts'
import { Avatar } from '#shared/ui/Avatar.tsx'
import { Button } from '#shared/ui/Button.tsx'
import { buttonClass } from '#shared/ui/button-class.ts'
import { Dropdown } from '#shared/ui/Dropdown.tsx'
import { useSite } from '#site/app/site-context.tsx'
import { useMembership } from './useMembership.ts'

export type Membership = { is_member: boolean, is_moderator: boolean }

/** Name, badges and acts of a community. */
export function CommunityHeader({ category, membership, creator, onReport }: {
  category: Category, membership: Membership, creator: string | null, onReport: () => void
}) {
  const { t, lang, viewer } = useSite()
  const { is_member, member_count, toggle } = useMembership(category, membership.is_member)
  const mayLeave = !(viewer !== null && creator === viewer.username)
  return (
    <header className="sheet community-head">
      <Avatar name={category.name} size="l" square src={iconOf(category.icon_url)} />
      <div>
        <div className="community-head__name">
          <h1 className="community-head__title">{category.display_name}</h1>
          {category.is_nsfw && <span className="tag tag--danger">NSFW</span>}
          {membership.is_moderator && <span className="tag tag--accent">{t.communities.moderatorBadge}</span>}
          {is_member && <span className="tag">{t.communities.memberBadge}</span>}
        </div>
        <p className="community-head__facts">r/{category.name} · {formatNumber(lang, member_count)} {t.communities.members}</p>
      </div>
      {category.description !== '' && <p className="community-head__text">{category.description}</p>}
      <div className="community-head__acts">
        {is_member && (
          <Link className={buttonClass('primary')} to={paths.submit(category.name)}>
            <span className="btn__label"><Plus size={18} aria-hidden />{t.communities.post}</span>
          </Link>
        )}
        {(!is_member || mayLeave) && (
          <Button variant={is_member ? 'secondary' : 'primary'} onClick={toggle}>{is_member ? t.communities.leave : t.communities.join}</Button>
        )}
        <Dropdown label={t.communities.more} align="start" trigger={<Ellipsis size={20} aria-hidden />}>
          {creator !== null && (
            <Link className="menu__item" to={paths.messages(creator)}><Mail size={18} aria-hidden />{t.communities.contact}</Link>
          )}
          {membership.is_moderator && (
            <Link className="menu__item" to={paths.admin('reports')}><ShieldCheck size={18} aria-hidden />{t.communities.moderate}</Link>
          )}
          <button type="button" className="menu__item" onClick={onReport}><Flag size={18} aria-hidden />{t.communities.report}</button>
        </Dropdown>
      </div>
    </header>
  )
}
