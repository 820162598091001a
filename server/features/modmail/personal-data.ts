import { sql } from 'drizzle-orm'
import { pick, type PersonalData } from '#server/db/personal-data.ts'
import { closeItemOfModmail } from '../moderation/index.ts'
import { anonymizeModmail, deleteThreadsOf } from './queries.ts'
import { modmailMessage, modmailThread } from './table.ts'

export const modmailData = {
  exported: {
    modmail_threads: {
      explained: {
        pl: 'Twoje rozmowy z moderatorami i administracją',
        en: 'your conversations with moderators and admins',
      },
      owners: [modmailThread.member_id],
      fields: pick(modmailThread, 'id', 'category_id', 'subject', 'state', 'created_at', 'last_message_at'),
      order: [modmailThread.id],
      leftOut: ['claim', 'last_text'],
    },
    modmail_messages: {
      explained: {
        pl: 'wiadomości z tych rozmów i Twoje odpowiedzi jako moderatora',
        en: 'messages of those conversations, and your answers as a moderator',
      },
      owners: [modmailMessage.author_id, modmailThread.member_id],
      fields: pick(modmailMessage, 'id', 'thread_id', 'is_staff', 'is_note', 'text', 'created_at'),
      joins: sql`join ${modmailThread} on ${modmailThread.id} = ${modmailMessage.thread_id}`,
      // Notes are visible to staff only, so a note is exported only to its author.
      where: ({ userId }) => sql`(not ${modmailMessage.is_note} or ${modmailMessage.author_id} = ${userId})`,
      order: [modmailMessage.id],
      leftOut: ['text_html'],
    },
  },
  notExported: {
    'modmail_read.user_id': 'up to where staff have read',
    'modmail_thread.claimed_by_id': 'what a moderator is looking at, for ten minutes',
  },
  deletedRows: [
    /** Replies that the member wrote as staff in other members' threads are kept without the name. */
    async (tx, { userId, now }, limit) => {
      const ids = await deleteThreadsOf(tx, userId, limit)
      await closeItemOfModmail(tx, ids, now)
      return ids.length + (await anonymizeModmail(tx, userId, limit))
    },
  ],
} satisfies PersonalData
