import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import type { UserCard } from '#shared/api/shapes.ts'
import { formatNumber } from '#shared/i18n/plural.ts'
import { LIMITS } from '#shared/limits.ts'
import { paths } from '#shared/paths.ts'
import { avatarOf } from '#shared/rules/media-url.ts'
import { useTexts } from '#shared/texts.ts'
import { Avatar } from '#shared/ui/Avatar.tsx'
import { Dialog } from '#shared/ui/Dialog.tsx'
import { Skeleton } from '#shared/ui/Skeleton.tsx'
import { ErrorState } from '#shared/ui/State.tsx'
import { useSite } from '#site/core/site-context.tsx'

type Kind = 'followers' | 'following'

export function FollowList({ userId, kind, onClose }: { userId: number; kind: Kind | null; onClose: () => void }) {
  const texts = useTexts('users')
  const { t } = useSite()
  const title = kind === 'following' ? texts.followingTitle : texts.followersTitle
  return (
    <Dialog open={kind !== null} onClose={onClose} title={title} closeLabel={t.app.close}>
      {kind !== null && <Members userId={userId} kind={kind} onChoose={onClose} />}
    </Dialog>
  )
}

function Members({ userId, kind, onChoose }: { userId: number; kind: Kind; onChoose: () => void }) {
  const texts = useTexts('users')
  const { api, t, lang } = useSite()
  const [members, setMembers] = useState<UserCard[] | 'failed' | null>(null)
  const [attempt, setAttempt] = useState(0)

  useEffect(() => {
    let isGone = false
    setMembers(null)
    api.follows[kind]({ user_id: userId, limit: LIMITS.listLimit }).then(
      (list) => {
        if (!isGone) setMembers(list)
      },
      () => {
        if (!isGone) setMembers('failed')
      },
    )
    return () => {
      isGone = true
    }
  }, [api, userId, kind, attempt])

  if (members === 'failed') {
    return <ErrorState title={texts.listFailed} retryLabel={t.app.retry} onRetry={() => setAttempt(attempt + 1)} />
  }
  if (members === null)
    return (
      <div aria-busy="true">
        <Skeleton />
        <Skeleton width={3} />
        <Skeleton width={2} />
      </div>
    )
  if (members.length === 0) return <p>{kind === 'followers' ? texts.noFollowers : texts.noFollowing}</p>
  return (
    <ul className="row-list">
      {members.map((member) => (
        <li key={member.id} className="row">
          <Avatar name={member.username} size="m" src={avatarOf(member.avatar_url, 128)} />
          <div>
            <h3 className="row__title">
              <Link to={paths.user(member.username)} onClick={onChoose}>
                u/{member.username}
              </Link>
              {member.is_unclaimed && <span className="tag">{texts.unclaimed}</span>}
            </h3>
            <p className="row__text">{texts.karma(formatNumber(lang, member.karma))}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}
