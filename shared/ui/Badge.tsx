import { classNames } from './class-names.ts'

type BadgeProps = {
  count: number
  /** Above it the badge shows '{max}+'. */
  max?: number
  className?: string
}

/** A count on something; nothing at 0. Say the number in the label of what carries it too. */
export function Badge({ count, max = 99, className }: BadgeProps) {
  if (count <= 0) return null
  return <span className={classNames('badge', className)}>{count > max ? `${max}+` : count}</span>
}
