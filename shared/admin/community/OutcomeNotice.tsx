import { Notice } from '#shared/ui/Notice.tsx'
import type { Outcome } from './useRun.ts'

export function OutcomeNotice({ outcome }: { outcome: Outcome | null }) {
  return (
    outcome && (
      <Notice kind={outcome.kind} role={outcome.kind === 'danger' ? 'alert' : 'status'}>
        {outcome.text}
      </Notice>
    )
  )
}
