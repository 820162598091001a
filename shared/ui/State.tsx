import type { ReactNode } from 'react'
import RotateCw from 'lucide/dist/esm/icons/rotate-cw.mjs'
import TriangleAlert from 'lucide/dist/esm/icons/triangle-alert.mjs'
import { Button } from './Button.tsx'
import { Icon } from './Icon.tsx'

type EmptyStateProps = { icon: ReactNode; title: string; text?: ReactNode; children?: ReactNode }

export function EmptyState({ icon, title, text, children }: EmptyStateProps) {
  return (
    <div className="state">
      <span className="state__icon">{icon}</span>
      <h2 className="state__title">{title}</h2>
      {text && <p className="state__text">{text}</p>}
      {children && <div className="state__actions">{children}</div>}
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

export function ErrorState({ title, text, retryLabel, onRetry, busy, children }: ErrorStateProps) {
  return (
    <div className="state state--error" role="alert">
      <span className="state__icon">
        <Icon of={TriangleAlert} size={28} />
      </span>
      <h2 className="state__title">{title}</h2>
      {text && <p className="state__text">{text}</p>}
      <div className="state__actions">
        {onRetry && (
          <Button busy={busy} icon={<Icon of={RotateCw} size={18} />} onClick={onRetry}>
            {retryLabel}
          </Button>
        )}
        {children}
      </div>
    </div>
  )
}
