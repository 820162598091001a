import { Component, type ReactNode } from 'react'
import { ErrorState } from '#shared/ui/State.tsx'
import type { AdminTexts } from '#shared/i18n/pl/admin.ts'

type BoundaryProps = { t: AdminTexts, children: ReactNode }

/** Where a screen cannot be shown (its code could not be loaded, it broke) the rest of the panel stays. */
export class Boundary extends Component<BoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    const { t, children } = this.props
    if (!this.state.hasFailed) return children
    // A part of the code that could not be loaded is asked for again only by a new page.
    return <ErrorState title={t.kit.broken} text={t.kit.brokenText} retryLabel={t.kit.retry} onRetry={() => location.reload()} />
  }
}
