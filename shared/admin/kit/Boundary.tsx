import { Component, type ReactNode } from 'react'
import { ErrorState } from '#shared/ui/State.tsx'
import type { AdminTexts } from '#shared/i18n/pl/admin.ts'

type BoundaryProps = { t: AdminTexts; children: ReactNode }

/** A screen that fails, or whose code cannot be loaded, leaves the rest of the panel. */
export class Boundary extends Component<BoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    const { t, children } = this.props
    if (!this.state.hasFailed) return children
    // The browser loads a failed module again only with a new page.
    return (
      <ErrorState
        title={t.kit.broken}
        text={t.kit.brokenText}
        retryLabel={t.kit.retry}
        onRetry={() => location.reload()}
      />
    )
  }
}
