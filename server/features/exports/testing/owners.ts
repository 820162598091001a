import { getTableName } from 'drizzle-orm'
import { SECTIONS, type ExportFile } from '../../personal-data.ts'

/** Returns 'table.column' for each column that holds the owner of the rows in the exported file. */
export const ownersOf = (file: ExportFile): string[] =>
  SECTIONS[file].owners.map((owner) => `${getTableName(owner.table)}.${owner.name}`)
