import { deleteRowsOf, pick, type PersonalData } from '#server/db/personal-data.ts'
import { acceptance } from './table.ts'

export const textsData = {
  exported: {
    acceptances: {
      explained: {
        pl: 'które wersje regulaminu i polityki prywatności masz zaakceptowane i od kiedy',
        en: 'which versions of the terms and the privacy policy you accepted, and when',
      },
      owners: [acceptance.user_id],
      fields: pick(acceptance, 'text', 'version', 'accepted_at'),
      order: [acceptance.accepted_at, acceptance.text],
    },
  },
  deletedRows: [deleteRowsOf(acceptance.user_id)],
} satisfies PersonalData
