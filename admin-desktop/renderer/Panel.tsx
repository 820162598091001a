import { useEffect, useMemo, useState } from 'react'
import { AdminApp } from '../../shared/admin/AdminApp.tsx'
import type { Shell } from '../../shared/admin/shell.ts'
import { loadAdminTexts } from '../../shared/admin/texts.ts'
import { features as en } from '../../shared/i18n/en/features.ts'
import { features as pl } from '../../shared/i18n/pl/features.ts'
import { loadAllTexts } from '../../shared/texts.ts'
import { DELAY } from '../../shared/limits.ts'
import { useConfirm } from '../../shared/ui/Confirm.tsx'
import { showToast } from '../../shared/ui/toast-store.ts'
import { panelApi } from './api.ts'
import { bridge } from './bridge.ts'
import { useConsole } from './context.ts'
import { issueText } from './issue-text.ts'
import { go, usePlace } from './places.ts'

export function Panel({ address }: { address: string }) {
  const { state, t } = useConsole()
  const confirm = useConfirm()
  const place = usePlace()
  const loaded = useAdminTexts(state.lang)

  const shell = useMemo(
    (): Shell | null =>
      loaded && {
        ...loaded,
        query: place,
        go,
        confirm,
        hrefOf: (query) => `/?${query}`,
        // The normal host redirects requests for adult pages to the adult host.
        siteHref: (path) => address + path,
        openLink: (href) =>
          void bridge.openLink(href).then((outcome) => {
            if (!outcome.ok) showToast({ kind: 'error', text: issueText(outcome, t)! })
          }),
        notify: showToast,
        follow(_, onNews) {
          let shown: number | null = null
          const unsubscribe = bridge.on('state', ({ pending_reports }) => {
            if (pending_reports !== shown) onNews()
            shown = pending_reports
          })
          const polling = setInterval(onNews, DELAY.reportsPoll)
          return () => {
            unsubscribe()
            clearInterval(polling)
          }
        },
        saveFile: async ({ name, text }) => (await bridge.saveFile({ name, text })).ok,
        checkCredential: async () => true,
        signOut: async () => {
          await bridge.signOut()
        },
        // Does nothing, because the main process has seen the same 401 response and shows the sign-in.
        onSignedOut: () => {},
        onForbidden() {
          showToast({ kind: 'error', text: loaded.texts.frame.noRight })
          void bridge.signOut()
        },
      },
    [loaded, place, confirm, address, t],
  )

  if (!shell)
    return (
      <main id="main" className="admin" aria-busy tabIndex={-1}>
        <p className="admin__checking" role="status">
          {t.loading}
        </p>
      </main>
    )
  return <AdminApp api={panelApi} shell={shell} />
}

type LoadedTexts = Pick<Shell, 'lang' | 'texts'>

function useAdminTexts(lang: Shell['lang']): LoadedTexts | null {
  const [loaded, setLoaded] = useState<LoadedTexts | null>(null)
  useEffect(() => {
    let isUnmounted = false
    const features = loadAllTexts(lang, lang === 'en' ? en : pl)
    void Promise.all([loadAdminTexts(lang), features]).then(([texts]) => {
      if (!isUnmounted) setLoaded({ lang, texts })
    })
    return () => {
      isUnmounted = true
    }
  }, [lang])
  return loaded
}
