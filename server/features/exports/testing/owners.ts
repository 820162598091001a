import { getTableName } from 'drizzle-orm'
import { SECTIONS, type ExportFile } from '../../personal-data.ts'

/** 'table.column' of each column that names the member whose rows the file has. */
export const ownersOf = (file: ExportFile): string[] =>
  SECTIONS[file].owners.map((owner) => `${getTableName(owner.table)}.${owner.name}`)
