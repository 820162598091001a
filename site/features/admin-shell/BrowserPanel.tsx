import { useState } from 'react'
import { AdminApp } from '#shared/admin/AdminApp.tsx'
import type { AdminTexts } from '#shared/i18n/pl/admin.ts'
import '#shared/styles/admin.css'
import { createPanelApi } from './panel-api.ts'
import { useBrowserShell } from './use-browser-shell.ts'

/** The panel in a page of the site; only browsers load this file. */
export function BrowserPanel({ texts }: { texts: AdminTexts }) {
  const [api] = useState(createPanelApi)
  return <AdminApp api={api} shell={useBrowserShell(texts)} />
}
