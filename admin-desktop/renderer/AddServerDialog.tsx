import { Button } from '../../shared/ui/Button.tsx'
import { Dialog } from '../../shared/ui/Dialog.tsx'
import { AddServerForm } from './AddServerForm.tsx'
import { useConsole } from './context.ts'

export function AddServerDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useConsole()
  return (
    <Dialog open={open} onClose={onClose} title={t.server.dialogTitle} closeLabel={t.server.close}>
      <AddServerForm onAdded={onClose}>
        <Button onClick={onClose}>{t.server.cancel}</Button>
      </AddServerForm>
    </Dialog>
  )
}
