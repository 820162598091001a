import type { DataExport } from '#shared/api/exports.ts'
import { exportReadme as en } from '#shared/i18n/en/export-readme.ts'
import { exportReadme as pl, type ExportReadmeTexts } from '#shared/i18n/pl/export-readme.ts'
import type { Lang } from '#shared/i18n/plural.ts'
import { SECTIONS } from '../personal-data.ts'
import type { ExportRow } from './queries.ts'
import { EXPORT_FILES } from './sections/queries.ts'

export const urlOf = (name: string) => `/media/e/${name}.zip`

export const fileName = (username: string, readyAt: Date) =>
  `watek-${username}-${readyAt.toISOString().slice(0, 10)}.zip`

export function asDataExport(row: Pick<ExportRow, 'url' | 'size' | 'ready_at' | 'expires_at'> | null): DataExport {
  if (row?.ready_at) return { status: 'ready', url: row.url, size: row.size, expires_at: row.expires_at.toISOString() }
  return { status: row ? 'preparing' : 'none', url: null, size: null, expires_at: null }
}

const TEXTS: Record<Lang, ExportReadmeTexts> = { pl, en }

export function readmeOf(lang: Lang, siteName: string, username: string): string {
  const { title, lead } = TEXTS[lang]
  const list = EXPORT_FILES.map((name) => `- \`${name}.json\`: ${SECTIONS[name].explained[lang]}`)
  return [title(siteName, username), ...lead, list.join('\n')].map((part) => `${part}\n`).join('\n')
}
