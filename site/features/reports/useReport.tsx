import { useState, type ReactNode } from 'react'
import { usePendingAct } from '#site/app/pending-act.ts'
import { useSignInFirst } from '#site/app/sign-in-first.ts'
import { useText } from '#site/app/site-context.tsx'
import { ReportDialog, type ReportTarget } from './ReportDialog.tsx'

/** Reporting from a screen: `report` opens the dialog, or asks to sign in first; render `dialog` once. */
export function useReport(): { report: (target: ReportTarget) => void, dialog: ReactNode } {
  const { reportsForm } = useText()
  const signInFirst = useSignInFirst()
  const [target, setTarget] = useState<ReportTarget | null>(null)
  usePendingAct<ReportTarget>('report', setTarget)
  return {
    report: (wanted) => { if (signInFirst(reportsForm.signIn, { name: 'report', value: wanted })) setTarget(wanted) },
    dialog: target && <ReportDialog target={target} open onClose={() => setTarget(null)} />,
  }
}
