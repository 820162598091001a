import { useState } from 'react'
import { AdminApp } from '#shared/admin/AdminApp.tsx'
import type { AdminTexts } from '#shared/i18n/pl/admin.ts'
import '#shared/admin/admin.css'
import { createPanelApi } from './panel-api.ts'
import { useBrowserShell } from './useBrowserShell.ts'

type BrowserPanelProps = { texts: AdminTexts; takeEarlyKeys: () => string[] }

export function BrowserPanel({ texts, takeEarlyKeys }: BrowserPanelProps) {
  const [api] = useState(createPanelApi)
  return <AdminApp api={api} shell={useBrowserShell(texts, takeEarlyKeys)} />
}
