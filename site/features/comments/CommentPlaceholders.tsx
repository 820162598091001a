import { useTexts } from '#shared/texts.ts'
import MessagesSquare from 'lucide/dist/esm/icons/messages-square.mjs'
import { Icon } from '#shared/ui/Icon.tsx'
import { Skeleton } from '#shared/ui/Skeleton.tsx'
import { EmptyState } from '#shared/ui/State.tsx'

export function NoComments({ isClosed }: { isClosed: boolean }) {
  const t = useTexts('comments')
  return (
    <EmptyState
      icon={<Icon of={MessagesSquare} size={28} />}
      title={t.emptyTitle}
      text={isClosed ? undefined : t.emptyText}
    />
  )
}

const MAX_SKELETONS = 8

export function CommentSkeletons({ count, isClosed }: { count: number; isClosed: boolean }) {
  const t = useTexts('comments')
  if (count === 0)
    return (
      <div className="awaiting">
        <NoComments isClosed={isClosed} />
      </div>
    )
  return (
    <div className="comments awaiting" role="status">
      <span className="visually-hidden">{t.loading}</span>
      {Array.from({ length: Math.min(count, MAX_SKELETONS) }, (_, at) => (
        <div key={at} className="comment" aria-hidden>
          <div className="comment__main">
            <div className="comment__head meta">
              <Skeleton width={1} />
            </div>
            <div className="comment__body">
              <Skeleton />
              <Skeleton width={3} />
            </div>
            <div className="comment__foot">
              <span className="action">
                <Skeleton kind="dot" />
              </span>
            </div>
          </div>
        </div>
      ))}
    </div>
  )
}
