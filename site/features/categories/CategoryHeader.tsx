import { Link } from 'react-router-dom'
import Ellipsis from 'lucide/dist/esm/icons/ellipsis.mjs'
import Flag from 'lucide/dist/esm/icons/flag.mjs'
import Mail from 'lucide/dist/esm/icons/mail.mjs'
import Plus from 'lucide/dist/esm/icons/plus.mjs'
import Settings from 'lucide/dist/esm/icons/settings.mjs'
import ShieldCheck from 'lucide/dist/esm/icons/shield-check.mjs'
import type { Category } from '#shared/api/shapes.ts'
import { formatNumber } from '#shared/i18n/plural.ts'
import { paths } from '#shared/paths.ts'
import { iconOf } from '#shared/rules/media-url.ts'
import { Avatar } from '#shared/ui/Avatar.tsx'
import { Button } from '#shared/ui/Button.tsx'
import { buttonClass } from '#shared/ui/button-class.ts'
import { Dropdown } from '#shared/ui/Dropdown.tsx'
import { Icon } from '#shared/ui/Icon.tsx'
import { QueuedHere } from '#site/features/outbox/QueuedHere.tsx'
import { useSite } from '#site/core/site-context.tsx'
import { ActionLink } from '#site/core/ActionLink.tsx'
import { CallForm, withScripts } from '#site/core/CallForm.tsx'
import { useMembership } from './useMembership.ts'

type Membership = { is_member: boolean; is_moderator: boolean }

export function CategoryHeader({
  category,
  membership,
  creator,
  onReport,
}: {
  category: Category
  membership: Membership
  creator: string | null
  onReport: () => void
}) {
  const { t, lang, site, viewer } = useSite()
  const { is_member, member_count, toggle } = useMembership(category, membership.is_member)
  const mayLeave = !(viewer !== null && creator === viewer.username)
  return (
    <header className="sheet category-head">
      <Avatar name={category.name} size="l" square src={iconOf(category.icon_url)} />
      <div>
        <div className="category-head__name">
          <h1 className="category-head__title">{category.display_name}</h1>
          {category.is_nsfw && <span className="tag tag--danger">NSFW</span>}
          {membership.is_moderator && <span className="tag tag--accent">{t.categories.moderatorBadge}</span>}
          {/* Space for the member tag is reserved, so that joining does not move the button. */}
          {is_member ? (
            <span className="tag">{t.categories.memberBadge}</span>
          ) : (
            <span className="tag tag--reserved" data-label={t.categories.memberBadge} />
          )}
        </div>
        <p className="category-head__facts">
          r/{category.name} · {formatNumber(lang, member_count)} {t.categories.members}
        </p>
      </div>
      {category.description !== '' && <p className="category-head__text">{category.description}</p>}
      <div className="category-head__actions">
        {(!is_member || mayLeave) && <JoinButton category={category} isMember={is_member} onToggle={toggle} />}
        {is_member && (category.posting === 'members' || membership.is_moderator) && (
          <Link className={buttonClass('primary')} to={paths.submit(category.name)}>
            <span className="btn__label">
              <Icon of={Plus} size={18} />
              {t.categories.post}
            </span>
          </Link>
        )}
        <Dropdown label={t.categories.more} align="start" trigger={<Icon of={Ellipsis} size={20} />}>
          {site.features.modmail && (
            <Link className="menu__item" to={paths.newModmail(category.name)}>
              <Icon of={Mail} size={18} />
              {t.categories.contact}
            </Link>
          )}
          {membership.is_moderator && (
            <>
              <Link className="menu__item" to={paths.categorySettings(category.name)}>
                <Icon of={Settings} size={18} />
                {t.categories.settings}
              </Link>
              <Link className="menu__item" to={paths.admin('reports')}>
                <Icon of={ShieldCheck} size={18} />
                {t.categories.moderate}
              </Link>
            </>
          )}
          <ActionLink
            className="menu__item"
            href={`${paths.category(category.name)}?report=community#report`}
            onPress={onReport}>
            <Icon of={Flag} size={18} />
            {t.categories.report}
          </ActionLink>
        </Dropdown>
      </div>
      <QueuedHere kind="category" id={category.id} />
    </header>
  )
}

function JoinButton({ category, isMember, onToggle }: { category: Category; isMember: boolean; onToggle: () => void }) {
  const { t } = useSite()
  return (
    <CallForm call={isMember ? 'categories.leave' : 'categories.join'} fields={{ category_id: category.id }}>
      <Button
        type="submit"
        className="category-head__join"
        variant={isMember ? 'secondary' : 'primary'}
        data-once
        onClick={withScripts(onToggle)}>
        {isMember ? t.categories.leave : t.categories.join}
      </Button>
    </CallForm>
  )
}
