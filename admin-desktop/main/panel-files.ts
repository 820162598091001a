import { readdir, readFile } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}

export type PanelFile = { read: () => Promise<Uint8Array<ArrayBuffer>>; type: string }

/** Only the listed files are served, which prevents path traversal. */
export async function listPanelFiles(folder: string): Promise<Map<string, PanelFile>> {
  const files = new Map<string, PanelFile>()
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const type = TYPES[extname(entry.name)]
    if (!entry.isFile() || type === undefined) continue
    const file = join(entry.parentPath, entry.name)
    files.set(
      `/${file
        .slice(folder.length + 1)
        .split(sep)
        .join('/')}`,
      { type, read: async () => new Uint8Array(await readFile(file)) },
    )
  }
  return files
}
