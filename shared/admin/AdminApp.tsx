import { Suspense, useMemo, type ReactNode } from 'react'
import LogOut from 'lucide/dist/esm/icons/log-out.mjs'
import type { Api } from '#shared/api/index.ts'
import { LangProvider } from '#shared/texts.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Icon } from '#shared/ui/Icon.tsx'
import { ErrorState } from '#shared/ui/State.tsx'
import { Skeleton } from '#shared/ui/Skeleton.tsx'
import { Tabs } from '#shared/ui/Tabs.tsx'
import { Boundary } from './kit/Boundary.tsx'
import { AdminContext, useAdmin, type Me } from './kit/context.ts'
import { useAction } from './kit/useAction.ts'
import type { Shell } from './shell.ts'
import { tabs, tabsOf, type TabId } from './tabs.ts'
import { usePermissions } from './usePermissions.ts'

type AdminAppProps = { api: Api; shell: Shell }

export function AdminApp({ api, shell }: AdminAppProps) {
  const { me, failure, retry } = usePermissions(api, shell)
  if (me !== null) return <Panel api={api} shell={shell} me={me} />
  const t = shell.texts
  return (
    <Frame title={t.frame.title}>
      {failure === null ? (
        <p className="admin__checking" role="status">
          {t.frame.checking}
        </p>
      ) : (
        <ErrorState title={t.kit.loadFailed} text={failure} retryLabel={t.kit.retry} onRetry={retry} />
      )}
    </Frame>
  )
}

function Panel({ api, shell, me }: AdminAppProps & { me: Me }) {
  const { texts: t, lang } = shell
  const admin = useMemo(() => ({ api, shell, t, lang, me, scope: me.scope }), [api, shell, t, lang, me])
  const open = tabsOf(me.scope)
  const asked = new URLSearchParams(shell.query).get('tab') as TabId
  const selected = open.includes(asked) ? asked : open[0]!
  const { Screen } = tabs[selected]
  return (
    <LangProvider value={lang}>
      <AdminContext value={admin}>
        <Frame title={t.frame.title} who={whoOf(me, t.frame.scopes)} end={<LogOutButton />}>
          <Tabs
            label={t.frame.tabsLabel}
            tabs={open.map((id) => ({ id, label: t.frame.tabs[id] }))}
            selected={selected}
            onSelect={(id) => shell.go(new URLSearchParams({ tab: id }).toString(), 'push')}>
            <Boundary key={selected} t={t}>
              <Suspense fallback={<Skeleton kind="block" />}>
                <Screen />
              </Suspense>
            </Boundary>
          </Tabs>
        </Frame>
      </AdminContext>
    </LangProvider>
  )
}

function LogOutButton() {
  const { api, shell, t } = useAdmin()
  const { runAction, isBusy } = useAction()
  return (
    <Button
      variant="quiet"
      busy={isBusy('sign out')}
      icon={<Icon of={LogOut} size={18} />}
      onClick={() => void runAction({ key: 'sign out', call: () => shell.signOut(api) })}>
      {t.frame.logOut}
    </Button>
  )
}

function Frame({ title, who, end, children }: { title: string; who?: string; end?: ReactNode; children: ReactNode }) {
  return (
    <main id="main" className="admin" tabIndex={-1}>
      <header className="admin__head">
        <div>
          <h1 className="admin__title">{title}</h1>
          {who !== undefined && <p className="admin__who">{who}</p>}
        </div>
        {end}
      </header>
      {children}
    </main>
  )
}

function whoOf({ scope, username, categories }: Me, scopes: Record<Me['scope'], string>): string {
  const of = scope === 'moderator' ? `: ${categories.map(({ name }) => `r/${name}`).join(', ')}` : ''
  return `${username === null ? '' : `${username}, `}${scopes[scope]}${of}`
}
