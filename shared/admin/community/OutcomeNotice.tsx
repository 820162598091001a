import { Notice } from '#shared/ui/Notice.tsx'
import type { Outcome } from './useRun.ts'

export const issueOutcome = (issue: string | null): Outcome | null =>
  issue === null ? null : { kind: 'danger', text: issue }

export function OutcomeNotice({ outcome }: { outcome: Outcome | null }) {
  return (
    outcome && (
      <Notice kind={outcome.kind} role={outcome.kind === 'danger' ? 'alert' : 'status'}>
        {outcome.text}
      </Notice>
    )
  )
}
