import type { ComponentType } from 'react'
import { ConfirmProvider } from '#shared/ui/Confirm.tsx'
import { ToastProvider } from '#shared/ui/Toasts.tsx'
import { ControlsScreen } from './screens/Controls.tsx'
import { FormScreen } from './screens/Form.tsx'
import { ListsScreen } from './screens/Lists.tsx'
import { DialogScreen, OverlaysScreen } from './screens/Overlays.tsx'

export const screens: Record<string, ComponentType> = {
  controls: ControlsScreen,
  form: FormScreen,
  lists: ListsScreen,
  dialog: DialogScreen,
  overlays: OverlaysScreen,
}

export function Gallery({ name }: { name: string }) {
  const Screen = screens[name] ?? ControlsScreen
  return (
    <ToastProvider texts={{ region: 'Komunikaty', close: 'Zamknij' }}>
      <ConfirmProvider>
        <Screen />
      </ConfirmProvider>
    </ToastProvider>
  )
}
