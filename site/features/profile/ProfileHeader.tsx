import { useState } from 'react'
import { Link } from 'react-router-dom'
import Ban from 'lucide-react/icons/ban'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Mail from 'lucide-react/icons/mail'
import Trash2 from 'lucide-react/icons/trash-2'
import UserCheck from 'lucide-react/icons/user-check'
import UserPlus from 'lucide-react/icons/user-plus'
import type { Profile } from '#shared/api/shapes.ts'
import { formatNumber } from '#shared/i18n/plural.ts'
import { paths } from '#shared/paths.ts'
import { Avatar } from '#shared/ui/Avatar.tsx'
import { Button } from '#shared/ui/Button.tsx'
import { buttonClass } from '#shared/ui/button-class.ts'
import { Dropdown } from '#shared/ui/Dropdown.tsx'
import { longDate } from '#site/app/dates.ts'
import { useSite } from '#site/app/site-context.tsx'
import { BioForm } from './BioForm.tsx'
import { DeleteAccount } from './DeleteAccount.tsx'
import { FollowList } from './FollowList.tsx'
import { useBlock } from './useBlock.ts'
import { useFollow } from './useFollow.ts'

/** What ties the reader to the member whose profile it is. */
export type Relation = { is_following: boolean, is_blocked: boolean }

/** Name, figures and acts of a profile; on one's own there is nothing to follow or block. */
export function ProfileHeader({ user, relation, onBio }: { user: Profile, relation: Relation, onBio: (bio: string) => void }) {
  const { t, lang, viewer, site } = useSite()
  const [list, setList] = useState<'followers' | 'following' | null>(null)
  const follow = useFollow(user.id, { is_following: relation.is_following, follower_count: user.follower_count })
  const block = useBlock(user.id, user.username, relation.is_blocked)
  const isOwn = viewer?.id === user.id
  return (
    <header className="sheet profile-head">
      <Avatar name={user.username} size="l" />
      <div>
        <h1 className="profile-head__title">
          u/{user.username} {user.is_admin && <span className="tag tag--accent">{t.profile.adminBadge}</span>}
        </h1>
        <p className="profile-head__since">{t.profile.since(longDate(user.created_at, lang, site.time_zone))}</p>
      </div>
      {user.bio !== '' && <p className="profile-head__bio">{user.bio}</p>}
      <div className="figures">
        <span className="figure"><span className="figure__value">{formatNumber(lang, user.karma)}</span>{t.profile.karmaWord}</span>
        <button type="button" className="figure" onClick={() => setList('followers')}>
          <span className="figure__value">{formatNumber(lang, follow.follower_count)}</span>{t.profile.followersWord(follow.follower_count)}
        </button>
        <button type="button" className="figure" onClick={() => setList('following')}>
          <span className="figure__value">{formatNumber(lang, user.following_count)}</span>{t.profile.followingWord}
        </button>
      </div>
      {isOwn && <div className="profile-head__acts"><BioForm bio={user.bio} onSaved={onBio} /><AccountActs /></div>}
      {!isOwn && (
        <div className="profile-head__acts">
          {!block.isBlocked && (
            <Button
              variant={follow.is_following ? 'secondary' : 'primary'} onClick={follow.toggle} aria-pressed={follow.is_following}
              icon={follow.is_following ? <UserCheck size={18} aria-hidden /> : <UserPlus size={18} aria-hidden />}
            >
              {follow.is_following ? t.profile.following : t.profile.follow}
            </Button>
          )}
          {!block.isBlocked && (
            <Link className={buttonClass()} to={paths.conversation(user.username)}>
              <span className="btn__label"><Mail size={18} aria-hidden />{t.profile.message}</span>
            </Link>
          )}
          <Button variant="quiet" busy={block.isBusy} icon={<Ban size={18} aria-hidden />} onClick={() => void block.toggle()}>
            {block.isBlocked ? t.profile.unblock : t.profile.block}
          </Button>
        </div>
      )}
      <FollowList userId={user.id} kind={list} onClose={() => setList(null)} />
    </header>
  )
}

/** What one seldom does with the own account. */
function AccountActs() {
  const { account } = useSite().t
  const [isDeleting, setDeleting] = useState(false)
  return (
    <>
      <Dropdown label={account.more} className="needs-js" trigger={<Ellipsis size={20} aria-hidden />}>
        <button type="button" className="menu__item" onClick={() => setDeleting(true)}><Trash2 size={18} aria-hidden />{account.open}</button>
      </Dropdown>
      <DeleteAccount open={isDeleting} onClose={() => setDeleting(false)} />
    </>
  )
}
