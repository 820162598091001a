import type { ReactNode } from 'react'
import { ConfirmProvider } from '#shared/ui/Confirm.tsx'
import { ToastProvider } from '#shared/ui/Toasts.tsx'
import { ClockProvider } from './clock.tsx'
import type { Runtime } from './page.ts'
import { SiteProvider } from './site-context.tsx'

/** Everything around the router, the same on both sides. */
export function App({ runtime, renderedAt, children }: { runtime: Runtime, renderedAt: number, children: ReactNode }) {
  return (
    <SiteProvider value={runtime}>
      <ClockProvider renderedAt={renderedAt}>
        <ToastProvider texts={{ region: runtime.t.app.toasts, close: runtime.t.app.close }}>
          <ConfirmProvider>{children}</ConfirmProvider>
        </ToastProvider>
      </ClockProvider>
    </SiteProvider>
  )
}
