import { Skeleton } from '#shared/ui/Skeleton.tsx'
import { useText } from '#site/app/site-context.tsx'

/** Comments that are still on their way, in the size of short ones. */
export function CommentSkeletons() {
  const { comments: t } = useText()
  return (
    <div className="comments awaiting" role="status">
      <span className="visually-hidden">{t.loading}</span>
      {[1, 2, 3].map((at) => (
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
