import { useEffect, useState } from 'react'
import type { UserCard } from '#shared/api/shapes.ts'
import { LIMITS } from '#shared/limits.ts'
import type { FollowKind } from '#shared/paths.ts'
import { useTexts } from '#shared/texts.ts'
import { Dialog } from '#shared/ui/Dialog.tsx'
import { Skeleton } from '#shared/ui/Skeleton.tsx'
import { ErrorState } from '#shared/ui/State.tsx'
import { useSite } from '#site/core/site-context.tsx'
import { MemberRows } from './MemberRows.tsx'

export function FollowList({
  userId,
  kind,
  onClose,
}: {
  userId: number
  kind: FollowKind | null
  onClose: () => void
}) {
  const texts = useTexts('users')
  const { t } = useSite()
  const title = kind === 'following' ? texts.followingTitle : texts.followersTitle
  return (
    <Dialog open={kind !== null} onClose={onClose} title={title} closeLabel={t.app.close}>
      {kind !== null && <Members userId={userId} kind={kind} onChoose={onClose} />}
    </Dialog>
  )
}

function Members({ userId, kind, onChoose }: { userId: number; kind: FollowKind; onChoose: () => void }) {
  const texts = useTexts('users')
  const { api, t } = useSite()
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
  return <MemberRows members={members} kind={kind} heading="h3" onChoose={onChoose} />
}
