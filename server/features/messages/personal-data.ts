import { and, eq, isNull, sql } from 'drizzle-orm'
import { pick, withName, type Deleted, type PersonalData } from '#server/db/personal-data.ts'
import type { Tx } from '#server/db/driver/client.ts'
import { upload } from '../uploads/table.ts'
import { isNotExpired } from './lifetime.ts'
import { deleteMessageBatch } from './queries.ts'
import { message } from './table.ts'

export const messagesData = {
  exported: {
    messages: {
      explained: {
        pl: 'wiadomości wysłane i otrzymane, które jeszcze nie zniknęły',
        en: 'messages sent and received that have not vanished yet',
      },
      owners: [message.sender_id, message.recipient_id],
      fields: sql`${pick(message, 'id')}, sender.username as sender, recipient.username as recipient,
        ${pick(message, 'content', 'image_url', 'created_at', 'read_at')}`,
      joins: sql`${withName(message.sender_id, 'sender')} ${withName(message.recipient_id, 'recipient')}`,
      where: ({ lifetime }) => isNotExpired(lifetime),
      order: [message.id],
    },
  },
  deletedRows: [(tx, { userId, now }, limit) => deleteMessageBatch(tx, userId, limit, now), softDeleteUnsentImages],
} satisfies PersonalData

async function softDeleteUnsentImages(tx: Tx, { userId, now }: Deleted): Promise<number> {
  await tx
    .update(upload)
    .set({ deleted_at: now })
    .where(and(eq(upload.user_id, userId), eq(upload.kind, 'message_image'), isNull(upload.deleted_at)))
  return 0
}
