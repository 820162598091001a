import { getTableName } from 'drizzle-orm'
import { SECTIONS, type ExportFile } from '../../personal-data.ts'

/** Returns the columns with the owners of an exported file's rows, each as 'table.column'. */
export const ownersOf = (file: ExportFile): string[] =>
  SECTIONS[file].owners.map((owner) => `${getTableName(owner.table)}.${owner.name}`)
