import { classNames } from './class-names.ts'

type SkeletonProps = { kind?: 'line' | 'block' | 'dot'; width?: 1 | 2 | 3 | 4; className?: string }

export function Skeleton({ kind = 'line', width = 4, className }: SkeletonProps) {
  return (
    <span
      aria-hidden
      className={classNames('skeleton', kind !== 'line' && `skeleton--${kind}`, className)}
      data-width={width === 4 ? undefined : width}
    />
  )
}
