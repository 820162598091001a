import { useState } from 'react'
import { Link } from 'react-router-dom'
import Ban from 'lucide/dist/esm/icons/ban.mjs'
import Flag from 'lucide/dist/esm/icons/flag.mjs'
import Ellipsis from 'lucide/dist/esm/icons/ellipsis.mjs'
import Mail from 'lucide/dist/esm/icons/mail.mjs'
import Settings from 'lucide/dist/esm/icons/settings.mjs'
import Trash2 from 'lucide/dist/esm/icons/trash.mjs'
import UserCheck from 'lucide/dist/esm/icons/user-check.mjs'
import UserPlus from 'lucide/dist/esm/icons/user-plus.mjs'
import type { Profile } from '#shared/api/shapes.ts'
import { formatNumber } from '#shared/i18n/plural.ts'
import { paths, type FollowKind } from '#shared/paths.ts'
import { avatarOf } from '#shared/rules/media-url.ts'
import { NEWCOMER } from '#shared/rules/trust.ts'
import { useTexts } from '#shared/texts.ts'
import { Avatar } from '#shared/ui/Avatar.tsx'
import { Button } from '#shared/ui/Button.tsx'
import { buttonClass } from '#shared/ui/button-class.ts'
import { Dropdown } from '#shared/ui/Dropdown.tsx'
import { Icon } from '#shared/ui/Icon.tsx'
import { longDate } from '#site/core/dates.ts'
import { CallForm, withScripts } from '#site/core/CallForm.tsx'
import { ActionLink } from '#site/core/ActionLink.tsx'
import { QueuedHere } from '#site/features/outbox/QueuedHere.tsx'
import { useSite } from '#site/core/site-context.tsx'
import { BioForm } from './BioForm.tsx'
import { FollowList } from '../follows/FollowList.tsx'
import { useBlock } from '../blocks/useBlock.ts'
import { useFollow } from '../follows/useFollow.ts'
import { useReport } from '../reports/useReport.tsx'

export type Relation = { is_following: boolean; is_blocked: boolean }

export function ProfileHeader({
  user,
  relation,
  onBio,
}: {
  user: Profile
  relation: Relation
  onBio: (bio: string) => void
}) {
  const texts = useTexts('users')
  const { lang, viewer, site } = useSite()
  const [list, setList] = useState<FollowKind | null>(null)
  const follow = useFollow(user.id, { is_following: relation.is_following, follower_count: user.follower_count })
  const isOwn = viewer?.id === user.id
  return (
    <header className="sheet profile-head">
      <Avatar name={user.username} size="l" src={avatarOf(user.avatar_url, 256)} />
      <div>
        <h1 className="profile-head__title">
          u/{user.username} {user.is_admin && <span className="tag tag--accent">{texts.adminBadge}</span>}
          {user.trust_level !== null && !isOwn && <span className="tag">{texts.trust(user.trust_level)}</span>}
          {user.is_unclaimed && <span className="tag">{texts.unclaimed}</span>}
          {user.is_suspended && <span className="tag">{texts.suspended}</span>}
        </h1>
        <p className="profile-head__since">{texts.since(longDate(user.created_at, lang, site.time_zone))}</p>
      </div>
      {user.is_unclaimed && (
        <p className="profile-head__unclaimed">
          {texts.unclaimedText} <Link to={paths.formerAccount()}>{texts.unclaimedLink}</Link>
        </p>
      )}
      {user.bio !== '' && <p className="profile-head__bio">{user.bio}</p>}
      {isOwn && user.trust_level === 0 && (
        <p className="profile-head__newcomer">{texts.newcomer(NEWCOMER.posts, NEWCOMER.comments, NEWCOMER.links)}</p>
      )}
      <div className="figures">
        <span className="figure">
          <span className="figure__value">{formatNumber(lang, user.karma)}</span> {texts.karmaWord}
        </span>{' '}
        <ActionLink
          className="figure"
          href={paths.userFollows(user.username, 'followers')}
          onPress={() => setList('followers')}>
          <span className="figure__value">{formatNumber(lang, follow.follower_count)}</span>{' '}
          {texts.followersWord(follow.follower_count)}
        </ActionLink>{' '}
        <ActionLink
          className="figure"
          href={paths.userFollows(user.username, 'following')}
          onPress={() => setList('following')}>
          <span className="figure__value">{formatNumber(lang, user.following_count)}</span> {texts.followingWord}
        </ActionLink>
      </div>
      {isOwn && (
        <div className="profile-head__actions">
          <BioForm bio={user.bio} onSaved={onBio} />
          <AccountActions />
        </div>
      )}
      {!isOwn && <MemberActions user={user} follow={follow} isBlocked={relation.is_blocked} />}
      <QueuedHere kind="user" id={user.id} />
      <FollowList userId={user.id} kind={list} onClose={() => setList(null)} />
    </header>
  )
}

function MemberActions({
  user,
  follow,
  isBlocked,
}: {
  user: Profile
  follow: ReturnType<typeof useFollow>
  isBlocked: boolean
}) {
  const texts = useTexts('users')
  const block = useBlock(user.id, user.username, isBlocked)
  const { report, dialog } = useReport()
  return (
    <div className="profile-head__actions">
      {!block.isBlocked && (
        <CallForm call={follow.is_following ? 'follows.unfollow' : 'follows.follow'} fields={{ user_id: user.id }}>
          <Button
            type="submit"
            variant={follow.is_following ? 'secondary' : 'primary'}
            data-once
            onClick={withScripts(follow.toggle)}
            aria-pressed={follow.is_following}
            icon={follow.is_following ? <Icon of={UserCheck} size={18} /> : <Icon of={UserPlus} size={18} />}>
            {follow.is_following ? texts.following : texts.follow}
          </Button>
        </CallForm>
      )}
      {!block.isBlocked && (
        <Link className={buttonClass()} to={paths.conversation(user.username)}>
          <span className="btn__label">
            <Icon of={Mail} size={18} />
            {texts.message}
          </span>
        </Link>
      )}
      <CallForm call={block.isBlocked ? 'blocks.unblock' : 'blocks.block'} fields={{ user_id: user.id }}>
        <Button
          type="submit"
          variant="quiet"
          busy={block.isBusy}
          icon={<Icon of={Ban} size={18} />}
          onClick={withScripts(block.toggle)}>
          {block.isBlocked ? texts.unblock : texts.block}
        </Button>
      </CallForm>
      <ActionLink
        className={buttonClass('quiet')}
        href={`${paths.user(user.username)}?report=user#report`}
        onPress={() => report({ user_id: user.id })}>
        <span className="btn__label">
          <Icon of={Flag} size={18} />
          {texts.report}
        </span>
      </ActionLink>
      {dialog}
    </div>
  )
}

function AccountActions() {
  const { layout } = useSite().t
  const { more, open } = useTexts('account')
  return (
    <Dropdown label={more} trigger={<Icon of={Ellipsis} size={20} />}>
      <Link className="menu__item" to={paths.settings()}>
        <Icon of={Settings} size={18} />
        {layout.settings}
      </Link>
      <Link className="menu__item" to={paths.settings('data')}>
        <Icon of={Trash2} size={18} />
        {open}
      </Link>
    </Dropdown>
  )
}
