import { Skeleton } from '#shared/ui/Skeleton.tsx'

export function PostCardSkeleton() {
  return (
    <div className="post-card" aria-hidden>
      <div className="post-card__votes">
        <Skeleton kind="dot" />
      </div>
      <div>
        <div className="meta">
          <Skeleton width={2} />
        </div>
        <div className="post-card__title">
          <Skeleton width={3} />
        </div>
        <div className="post-card__text">
          <Skeleton />
          <Skeleton />
          <Skeleton width={2} />
        </div>
        <div className="post-card__foot">
          <span className="action">
            <Skeleton kind="dot" />
          </span>
        </div>
      </div>
    </div>
  )
}
