import { useEffect, useState, type ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import { loadAdminTexts } from '#shared/admin/texts.ts'
import { paths } from '#shared/paths.ts'
import { textsFor, useTexts } from '#shared/texts.ts'
import { definePage } from '#site/core/page.ts'
import { useSite } from '#site/core/site-context.tsx'
import { PanelNeedsScripts } from '#site/features/admin/PanelNeedsScripts.tsx'
import { useEarlyKeys } from '#site/features/admin/useEarlyKeys.ts'

/** The server renders only the frame around the panel. */
async function loadPanel(lang: 'pl' | 'en', takeEarlyKeys: () => string[]) {
  const [{ BrowserPanel }, texts] = await Promise.all([
    import('#site/features/admin/BrowserPanel.tsx'),
    loadAdminTexts(lang),
  ])
  return <BrowserPanel texts={texts} takeEarlyKeys={takeEarlyKeys} />
}

export const page = definePage({
  meta: (_, { t }) => ({ title: textsFor(t.lang, 'adminFrame').title, canonical: paths.admin(), noindex: true }),
  View: function Admin() {
    const { title, checking } = useTexts('adminFrame')
    const { lang } = useSite()
    const [panel, setPanel] = useState<ReactNode>(null)
    const [failure, setFailure] = useState<{ error: unknown } | null>(null)
    const [query] = useSearchParams()
    const takeEarlyKeys = useEarlyKeys(query.get('tab') === 'reports')
    useEffect(() => {
      loadPanel(lang, takeEarlyKeys).then(setPanel, (error: unknown) => setFailure({ error }))
    }, [lang, takeEarlyKeys])
    if (failure) throw failure.error
    return (
      panel ?? (
        <main id="main" className="admin" tabIndex={-1}>
          <header className="admin__head">
            <h1 className="admin__title">{title}</h1>
          </header>
          <p className="admin__checking awaiting" role="status">
            {checking}
          </p>
          <PanelNeedsScripts />
        </main>
      )
    )
  },
})
