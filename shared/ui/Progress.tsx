import type { ReactNode } from 'react'

type ProgressProps = {
  label: string
  /** Percent done, 0-100. */
  value: number
  /** A way to stop it. */
  children?: ReactNode
}

/** Long work on its way, with percent. */
export function Progress({ label, value, children }: ProgressProps) {
  return (
    <div className="progress">
      <progress aria-label={label} max={100} value={value} />
      <span aria-hidden>{Math.round(value)}%</span>
      {children}
    </div>
  )
}
