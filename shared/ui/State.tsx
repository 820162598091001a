import type { ReactNode } from 'react'
import RotateCw from 'lucide-react/icons/rotate-cw'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { Button } from './Button.tsx'

type EmptyStateProps = {
  icon: ReactNode
  title: string
  /** What belongs here. */
  text?: ReactNode
  /** The next act: buttons or links. */
  children?: ReactNode
}

/** Nothing here yet: what belongs here, and what to do next. */
export function EmptyState({ icon, title, text, children }: EmptyStateProps) {
  return (
    <div className="state">
      <span className="state__icon">{icon}</span>
      <h2 className="state__title">{title}</h2>
      {text && <p className="state__text">{text}</p>}
      {children && <div className="state__acts">{children}</div>}
    </div>
  )
}

type ErrorStateProps = {
  title: string
  text?: ReactNode
  retryLabel?: string
  onRetry?: () => void
  busy?: boolean
  children?: ReactNode
}

/** Something failed: what happened, what to do, and a way to try again. */
export function ErrorState({ title, text, retryLabel, onRetry, busy, children }: ErrorStateProps) {
  return (
    <div className="state state--error" role="alert">
      <span className="state__icon"><TriangleAlert size={28} aria-hidden /></span>
      <h2 className="state__title">{title}</h2>
      {text && <p className="state__text">{text}</p>}
      <div className="state__acts">
        {onRetry && (
          <Button busy={busy} icon={<RotateCw size={18} aria-hidden />} onClick={onRetry}>{retryLabel}</Button>
        )}
        {children}
      </div>
    </div>
  )
}
