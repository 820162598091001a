import { LIMITS } from '#shared/limits.ts'
import { classNames } from './class-names.ts'

type BadgeProps = { count: number; max?: number; className?: string }

/** Hidden from screen readers, because the label of the element around it contains the number. */
export function Badge({ count, max = LIMITS.badge, className }: BadgeProps) {
  if (count <= 0) return null
  return (
    <span aria-hidden className={classNames('badge', className)}>
      {count > max ? `${max}+` : count}
    </span>
  )
}
