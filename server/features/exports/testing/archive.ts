import { strFromU8, unzipSync } from 'fflate'
import type { ExportFile } from '../../personal-data.ts'

type Row = Record<string, unknown>

/** Opens an export with a different ZIP library from the one that wrote it. */
export function openArchive(zip: Uint8Array) {
  const files = unzipSync(zip)
  const text = (name: string) => strFromU8(files[name]!)
  return {
    names: Object.keys(files),
    bytes: (name: string) => files[name]!,
    text,
    rows: (file: ExportFile) => JSON.parse(text(`${file}.json`)) as Row[],
    /** The texts of all files except media, joined. */
    everything: Object.keys(files)
      .filter((name) => !name.startsWith('media/'))
      .map(text)
      .join('\n'),
  }
}
