import { useState, type ReactNode } from 'react'
import { usePendingAction } from '#site/core/usePendingAction.ts'
import { useSignInFirst } from '#site/core/useSignInFirst.ts'
import { useText } from '#site/core/site-context.tsx'
import { ReportDialog, type ReportTarget } from './ReportDialog.tsx'

export function useReport(): { report: (target: ReportTarget) => void; dialog: ReactNode } {
  const { reportsForm } = useText()
  const signInFirst = useSignInFirst()
  const [target, setTarget] = useState<ReportTarget | null>(null)
  usePendingAction<ReportTarget>('report', setTarget)
  return {
    report: (wanted) => {
      if (signInFirst(reportsForm.signIn, { name: 'report', value: wanted })) setTarget(wanted)
    },
    dialog: target && <ReportDialog target={target} open onClose={() => setTarget(null)} />,
  }
}
