import { eq } from 'drizzle-orm'
import { pick, type PersonalData } from '#server/db/personal-data.ts'
import { emailChange } from './table.ts'

export const accountData = {
  exported: {
    email_changes: {
      explained: { pl: 'zmiany adresu e-mail z ostatnich dni', en: 'changes of the e-mail address in the last days' },
      owners: [emailChange.user_id],
      fields: pick(emailChange, 'id', 'old_email', 'new_email', 'created_at', 'confirmed_at', 'voided_at'),
      order: [emailChange.id],
      leftOut: ['session_id'],
    },
  },
  async deletedAtOnce(tx, { userId }) {
    await tx.delete(emailChange).where(eq(emailChange.user_id, userId))
  },
} satisfies PersonalData
