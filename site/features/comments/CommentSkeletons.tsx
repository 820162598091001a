import { Skeleton } from '#shared/ui/Skeleton.tsx'
import { useText } from '#site/app/site-context.tsx'
import { NoComments } from './NoComments.tsx'

/** So many fill a screen. */
const MOST = 8

/** Comments that are still on their way, in the size of short ones; so many that nothing in sight moves when they come. */
export function CommentSkeletons({ count }: { count: number }) {
  const { comments: t } = useText()
  if (count === 0) return <div className="awaiting"><NoComments /></div>
  return (
    <div className="comments awaiting" role="status">
      <span className="visually-hidden">{t.loading}</span>
      {Array.from({ length: Math.min(count, MOST) }, (_, at) => (
        <div key={at} className="comment" aria-hidden>
          <div className="comment__main">
            <div className="comment__head meta"><Skeleton width={1} /></div>
            <div className="comment__body"><Skeleton /><Skeleton width={3} /></div>
            <div className="comment__foot"><span className="action"><Skeleton kind="dot" /></span></div>
          </div>
        </div>
      ))}
    </div>
  )
}
