import { classNames } from './class-names.ts'

type BadgeProps = {
  count: number
  /** Above it the badge shows '{max}+'. */
  max?: number
  className?: string
}

/** A count on something; nothing at 0. Decoration: what carries it says the number in its label or text. */
export function Badge({ count, max = 99, className }: BadgeProps) {
  if (count <= 0) return null
  return <span aria-hidden className={classNames('badge', className)}>{count > max ? `${max}+` : count}</span>
}
