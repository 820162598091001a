import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { desktopTexts } from '../../shared/i18n/desktop.ts'
import { ConfirmProvider } from '../../shared/ui/Confirm.tsx'
import { ToastProvider } from '../../shared/ui/Toasts.tsx'
import type { ConsoleState, PageAction } from '../ipc.ts'
import { AddServerDialog } from './AddServerDialog.tsx'
import { Bar } from './Bar.tsx'
import { bridge } from './bridge.ts'
import { ConsoleProvider } from './context.ts'
import { OfflineBanner } from './OfflineBanner.tsx'
import { Panel } from './Panel.tsx'
import { SettingsDialog } from './SettingsDialog.tsx'
import { ShortcutsDialog } from './ShortcutsDialog.tsx'
import { SignInScreen } from './SignInScreen.tsx'
import { useTheme } from './use-theme.ts'
import { Welcome } from './Welcome.tsx'

type Opened = Extract<PageAction, 'settings' | 'add-server' | 'shortcuts'> | null

export function Console({ first }: { first: ConsoleState }) {
  const [state, setState] = useState(first)
  const [opened, setOpened] = useState<Opened>(null)
  /** Part of the panel's React key, so a new number loads the panel again. */
  const [refreshes, setRefreshes] = useState(0)
  const t = desktopTexts(state.lang)
  const server = state.servers.find(({ address }) => address === state.current)
  useTheme(state.theme)

  const runAction = useEffectEvent((action: PageAction) => {
    if (action === 'refresh') setRefreshes((count) => count + 1)
    else if (action === 'search') document.querySelector<HTMLElement>('main input[type=search]')?.focus()
    else setOpened(action)
  })
  useEffect(() => {
    const unsubscribes = [bridge.on('state', setState), bridge.on('action', runAction)]
    return () => unsubscribes.forEach((unsubscribe) => unsubscribe())
  }, [])
  useEffect(() => {
    document.documentElement.lang = state.lang
  }, [state.lang])
  useEffect(() => {
    document.title = t.title(state.pending_reports)
  }, [t, state.pending_reports])
  useEffect(() => {
    document.documentElement.dataset.hydrated = ''
  }, [])

  const value = useMemo(() => ({ state, t }), [state, t])
  return (
    <ConsoleProvider value={value}>
      <ToastProvider texts={{ region: t.toasts.region, close: t.toasts.close }}>
        <ConfirmProvider>
          <a className="skip-link" href="#main">
            {t.skip}
          </a>
          {state.servers.length > 0 && (
            <Bar onAddServer={() => setOpened('add-server')} onSettings={() => setOpened('settings')} />
          )}
          <OfflineBanner />
          {!server ? (
            <Welcome />
          ) : server.staff ? (
            <Panel key={`${server.address} ${server.staff.expires_at} ${refreshes}`} address={server.address} />
          ) : (
            <SignInScreen key={server.address} address={server.address} hasEnded={server.has_ended} />
          )}
          <AddServerDialog open={opened === 'add-server'} onClose={() => setOpened(null)} />
          <SettingsDialog
            open={opened === 'settings'}
            onClose={() => setOpened(null)}
            onAddServer={() => setOpened('add-server')}
          />
          <ShortcutsDialog open={opened === 'shortcuts'} onClose={() => setOpened(null)} />
        </ConfirmProvider>
      </ToastProvider>
    </ConsoleProvider>
  )
}
