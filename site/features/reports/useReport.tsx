import { useState, type ReactNode } from 'react'
import { useTexts } from '#shared/texts.ts'
import { partOnPress } from '#site/core/part-on-press.ts'
import { useText } from '#site/core/site-context.tsx'
import { usePendingAction } from '#site/core/usePendingAction.ts'
import { useSignInFirst } from '#site/core/useSignInFirst.ts'
import type { ReportTarget } from './ReportForm.tsx'

const reportDialog = partOnPress(async () => (await import('./ReportDialog.tsx')).ReportDialog)

export function useReport(): { report: (target: ReportTarget) => void; dialog: ReactNode } {
  const texts = useTexts('reportsForm')
  const { app } = useText()
  const signInFirst = useSignInFirst()
  const [target, setTarget] = useState<ReportTarget | null>(null)
  const open = (wanted: ReportTarget) => reportDialog.open(() => setTarget(wanted), app.unexpectedText)
  usePendingAction<ReportTarget>('report', open)
  const ReportDialog = reportDialog.part
  return {
    report: (wanted) => {
      if (signInFirst(texts.signIn, { name: 'report', value: wanted })) open(wanted)
    },
    dialog: target && ReportDialog && <ReportDialog target={target} open onClose={() => setTarget(null)} />,
  }
}
