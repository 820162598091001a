import { useState, type ReactNode } from 'react'
import { useTexts } from '#shared/texts.ts'
import { usePendingAction } from '#site/core/usePendingAction.ts'
import { useSignInFirst } from '#site/core/useSignInFirst.ts'
import { ReportDialog, type ReportTarget } from './ReportDialog.tsx'

export function useReport(): { report: (target: ReportTarget) => void; dialog: ReactNode } {
  const texts = useTexts('reportsForm')
  const signInFirst = useSignInFirst()
  const [target, setTarget] = useState<ReportTarget | null>(null)
  usePendingAction<ReportTarget>('report', setTarget)
  return {
    report: (wanted) => {
      if (signInFirst(texts.signIn, { name: 'report', value: wanted })) setTarget(wanted)
    },
    dialog: target && <ReportDialog target={target} open onClose={() => setTarget(null)} />,
  }
}
