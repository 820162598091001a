import { writeFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { dialog, type BrowserWindow } from 'electron'
import type { DesktopTexts } from '../../shared/i18n/pl/desktop.ts'
import { plainFileName } from './file-name.ts'

export async function saveFile(
  window: BrowserWindow,
  t: DesktopTexts['save'],
  { name, text }: { name: string; text: string },
): Promise<boolean> {
  const defaultPath = plainFileName(name)
  const filters = [
    ...(extname(defaultPath) === '.csv' ? [{ name: t.csv, extensions: ['csv'] }] : []),
    { name: t.all, extensions: ['*'] },
  ]
  const { canceled, filePath } = await dialog.showSaveDialog(window, { title: t.title, defaultPath, filters })
  if (canceled || !filePath) return false
  await writeFile(filePath, text)
  return true
}
