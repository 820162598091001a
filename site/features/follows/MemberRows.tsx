import { Link } from 'react-router-dom'
import type { UserCard } from '#shared/api/shapes.ts'
import { formatNumber } from '#shared/i18n/plural.ts'
import { paths, type FollowKind } from '#shared/paths.ts'
import { avatarOf } from '#shared/rules/media-url.ts'
import { useTexts } from '#shared/texts.ts'
import { Avatar } from '#shared/ui/Avatar.tsx'
import { useSite } from '#site/core/site-context.tsx'

type MemberRowsProps = { members: UserCard[]; kind: FollowKind; heading: 'h2' | 'h3'; onChoose?: () => void }

export function MemberRows({ members, kind, heading: Heading, onChoose }: MemberRowsProps) {
  const texts = useTexts('users')
  const { lang } = useSite()
  if (members.length === 0) return <p>{kind === 'followers' ? texts.noFollowers : texts.noFollowing}</p>
  return (
    <ul className="row-list">
      {members.map((member) => (
        <li key={member.id} className="row">
          <Avatar name={member.username} size="m" src={avatarOf(member.avatar_url, 128)} />
          <div>
            <Heading className="row__title">
              <Link to={paths.user(member.username)} onClick={onChoose}>
                u/{member.username}
              </Link>{' '}
              {member.is_unclaimed && <span className="tag">{texts.unclaimed}</span>}
            </Heading>
            <p className="row__text">{texts.karma(formatNumber(lang, member.karma))}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}
