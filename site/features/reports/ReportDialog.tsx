import { useTexts } from '#shared/texts.ts'
import { Dialog } from '#shared/ui/Dialog.tsx'
import { kindOfTarget, ReportForm, type ReportTarget } from './ReportForm.tsx'

export function ReportDialog({ target, open, onClose }: { target: ReportTarget; open: boolean; onClose: () => void }) {
  const texts = useTexts('reportsForm')
  return (
    <Dialog open={open} onClose={onClose} title={texts.title[kindOfTarget(target)]} closeLabel={texts.cancel}>
      <ReportForm target={target} onClose={onClose} canCancel />
    </Dialog>
  )
}
