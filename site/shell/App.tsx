import { useEffect, type ReactNode } from 'react'
import { LangProvider } from '#shared/texts.ts'
import { ConfirmProvider } from '#shared/ui/Confirm.tsx'
import { ToastProvider } from '#shared/ui/Toasts.tsx'
import { ClockProvider } from '../core/clock.tsx'
import { markHydrated } from '../core/early-input.ts'
import type { Runtime } from '../core/page.ts'
import { SiteProvider } from '../core/site-context.tsx'

export function App({ runtime, renderedAt, children }: { runtime: Runtime; renderedAt: number; children: ReactNode }) {
  useEffect(() => markHydrated(document.documentElement), [])
  return (
    <SiteProvider value={runtime}>
      <LangProvider value={runtime.lang}>
        <ClockProvider renderedAt={renderedAt}>
          <ToastProvider texts={{ region: runtime.t.app.toasts, close: runtime.t.app.close }}>
            <ConfirmProvider>{children}</ConfirmProvider>
          </ToastProvider>
        </ClockProvider>
      </LangProvider>
    </SiteProvider>
  )
}
