import { deleteRowsOf, pick, type PersonalData } from '#server/db/personal-data.ts'
import { personalToken } from './table.ts'

export const tokensData = {
  exported: {
    personal_tokens: {
      explained: {
        pl: 'tokeny dostępu dla programów, bez nich samych',
        en: 'personal tokens for programs, without the tokens themselves',
      },
      owners: [personalToken.user_id],
      fields: pick(personalToken, 'name', 'scopes', 'created_at', 'expires_at', 'last_used_at'),
      order: [personalToken.id],
      leftOut: ['token_hash'],
    },
  },
  deletedRows: [deleteRowsOf(personalToken.user_id)],
} satisfies PersonalData
