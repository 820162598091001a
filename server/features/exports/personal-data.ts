import type { PersonalData } from '#server/db/personal-data.ts'
import { removeExportsOf } from './remove.ts'

export const exportsData = {
  notExported: { 'data_export.user_id': 'the export itself' },
  deletedFiles: removeExportsOf,
} satisfies PersonalData
