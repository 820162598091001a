import type { ReactNode } from 'react'

type ProgressProps = { label: string; value: number; children?: ReactNode }

export function Progress({ label, value, children }: ProgressProps) {
  return (
    <div className="progress">
      <progress aria-label={label} max={100} value={value} />
      <span aria-hidden>{Math.round(value)}%</span>
      {children}
    </div>
  )
}
