import { deleteRowsOf, type PersonalData } from '#server/db/personal-data.ts'
import { mailState } from './table.ts'

export const mailsData = {
  notExported: { 'mail_state.user_id': 'when mails are sent next' },
  deletedRows: [deleteRowsOf(mailState.user_id)],
} satisfies PersonalData
