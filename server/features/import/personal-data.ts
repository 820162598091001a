import { sql } from 'drizzle-orm'
import type { Tx } from '#server/db/driver/client.ts'
import { deleteRowsOf, pick, type Deleted, type PersonalData } from '#server/db/personal-data.ts'
import { importedAccount, importedMessage } from './table.ts'

export const importData = {
  exported: {
    imported_account: {
      explained: {
        pl: 'konto na dawnym forum: jak się tam nazywało i kiedy je przejęto',
        en: 'your account on the former forum: its name there and when you claimed it',
      },
      owners: [importedAccount.user_id],
      fields: pick(importedAccount, 'former_name', 'invited_at', 'claimed_at'),
      order: [importedAccount.user_id],
      leftOut: ['password_hash'],
    },
    imported_messages: {
      explained: {
        pl: 'wiadomości prywatne z dawnego forum, przeniesione jako archiwum',
        en: 'private messages of the former forum, kept as an archive',
      },
      owners: [importedMessage.user_id],
      fields: pick(importedMessage, 'id', 'with_name', 'is_own', 'subject', 'content', 'created_at'),
      order: [importedMessage.id],
    },
  },
  deletedRows: [deleteNotes, deleteRowsOf(importedAccount.user_id), deleteRowsOf(importedMessage.user_id)],
} satisfies PersonalData

/**
 * Deletes notes such as the name on the former forum. The account's `import_row` stays, so that a later run does not
 * import the person again.
 */
async function deleteNotes(tx: Tx, { userId }: Deleted): Promise<number> {
  await tx.execute(sql`
    delete from import_note using import_row as one
    where one.kind = 'person' and one.target_id = ${userId} and import_note.kind = 'person'
      and import_note.origin_id = one.origin_id and import_note.source_id = one.source_id`)
  return 0
}
