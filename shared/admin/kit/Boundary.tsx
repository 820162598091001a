import { Component, type ReactNode } from 'react'
import { ErrorState } from '#shared/ui/State.tsx'
import type { AdminTexts } from '#shared/i18n/pl/admin.ts'

type BoundaryProps = { t: AdminTexts; children: ReactNode }

/** Shows an error in place of a screen that failed, so that the rest of the panel stays usable. */
export class Boundary extends Component<BoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    const { t, children } = this.props
    if (!this.state.hasFailed) return children
    // Browsers retry a failed module import only after a page load.
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
