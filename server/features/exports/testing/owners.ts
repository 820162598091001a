import { getTableName } from 'drizzle-orm'
import { SECTIONS, type ExportFile } from '../../personal-data.ts'

/** Returns the columns that hold the owners of the rows in an exported file, each as 'table.column'. */
export const ownersOf = (file: ExportFile): string[] =>
  SECTIONS[file].owners.map((owner) => `${getTableName(owner.table)}.${owner.name}`)
