import { and, eq, sql } from 'drizzle-orm'
import { deleteRowsOf, pick, withName, type Deleted, type PersonalData } from '#server/db/personal-data.ts'
import type { Tx } from '#server/db/driver/client.ts'
import { category } from '../categories/table.ts'
import { appeal } from './appeals/table.ts'
import { categoryBan } from './bans/table.ts'
import { decision } from './decisions/table.ts'
import { categoryModerator, moderatorInvite } from './moderators/table.ts'
import { moderatorNote } from './notes/table.ts'
import { closeAppealItem, closeReportsOfMember } from './queue/items.ts'
import { endClaimsOf } from './queue/queries.ts'
import { report, reportedMessage } from './reports/table.ts'
import { newcomerText } from './trust/table.ts'

export const moderationData = {
  exported: {
    moderated_communities: {
      explained: { pl: 'społeczności, które moderujesz', en: 'communities that you moderate' },
      owners: [categoryModerator.user_id],
      fields: sql`${category.name} as community, ${pick(categoryModerator, 'category_id', 'created_at')}`,
      joins: sql`join ${category} on ${category.id} = ${categoryModerator.category_id}`,
      order: [categoryModerator.id],
    },
    moderator_invites: {
      explained: {
        pl: 'zaproszenia do moderowania, wysłane i otrzymane, bez odpowiedzi',
        en: 'invitations to moderate, sent and received, not yet answered',
      },
      owners: [moderatorInvite.user_id, moderatorInvite.invited_by],
      fields: sql`${category.name} as community, invited.username as invited, inviting.username as invited_by,
        ${pick(moderatorInvite, 'created_at')}`,
      joins: sql`join ${category} on ${category.id} = ${moderatorInvite.category_id}
        ${withName(moderatorInvite.user_id, 'invited')} ${withName(moderatorInvite.invited_by, 'inviting')}`,
      order: [moderatorInvite.id],
    },
    reports: {
      explained: { pl: 'Twoje zgłoszenia', en: 'your reports' },
      owners: [report.reporter_id],
      fields: pick(
        report,
        'id',
        'post_id',
        'comment_id',
        'category_id',
        'user_id',
        'message_id',
        'reason',
        'status',
        'created_at',
        'resolved_at',
      ),
      order: [report.id],
    },
    reported_messages: {
      explained: {
        pl: 'prywatne wiadomości, które zapisaliśmy przy Twoich zgłoszeniach',
        en: 'private messages that we stored with your reports',
      },
      owners: [report.reporter_id],
      fields: sql`sender.username as sender,
        ${pick(reportedMessage, 'report_id', 'message_id', 'content', 'has_image', 'created_at')}`,
      joins: sql`join ${reportedMessage} on ${reportedMessage.report_id} = ${report.id}
        ${withName(reportedMessage.sender_id, 'sender')}`,
      order: [reportedMessage.id],
      // `reports.json` already contains `reason` and `status`.
      leftOut: ['reason', 'status'],
    },
    decisions: {
      explained: { pl: 'decyzje moderatorów, które dotyczą Ciebie', en: 'decisions of moderators about you' },
      owners: [decision.user_id],
      fields: pick(
        decision,
        'id',
        'action',
        'post_id',
        'comment_id',
        'category_id',
        'by_admin',
        'automatic',
        'reason_code',
        'rule_title',
        'text',
        'undoes_id',
        'created_at',
        'ends_at',
      ),
      order: [decision.id],
    },
    appeals: {
      explained: {
        pl: 'Twoje odwołania od tych decyzji i odpowiedzi na nie',
        en: 'your appeals against these decisions, and the answers',
      },
      owners: [appeal.user_id],
      fields: pick(appeal, 'id', 'decision_id', 'status', 'text', 'answer', 'created_at', 'decided_at'),
      order: [appeal.id],
    },
  },
  notExported: {
    'appeal.decided_by': 'appeals of other members, answered for a community',
    'category_ban.user_id': 'what is in force of the bans in decisions.json',
    'decision.by_id': 'decisions about other members, taken for a community',
    'moderator_note.by_id': 'notes about other members, kept for a community',
    'moderator_note.user_id': 'moderators write them to each other in confidence',
    'newcomer_text.user_id': 'hashes, for an hour',
    'notice.user_id': 'written in confidence by others, and not stored with their account',
    'report.user_id': 'reported in confidence by others',
    'reported_message.sender_id': 'reported in confidence; the messages are in messages.json while they exist',
    'queue_item.reported_user_id': 'reported in confidence by others',
    'queue_item.claimed_by_id': 'what a moderator is looking at, for ten minutes',
  },
  deletedRows: [
    deleteRowsOf(categoryModerator.user_id),
    deleteRowsOf(moderatorInvite.user_id),
    deleteRowsOf(moderatorInvite.invited_by),
    deleteRowsOf(categoryBan.user_id),
    deleteRowsOf(moderatorNote.user_id),
    deleteRowsOf(newcomerText.user_id),
    deleteRowsOf(reportedMessage.sender_id),
    closeOpenAppeals,
    deleteRowsOf(appeal.user_id),
    async (tx, { userId, now }) => {
      await endClaimsOf(tx, userId)
      await closeReportsOfMember(tx, userId, now)
      return 0
    },
  ],
  kept: {
    'appeal.decided_by': 'who answered stays on record',
    'decision.by_id': 'who decided stays on record',
    'decision.user_id': 'what was decided stays on record, and is only shown to staff',
    'moderator_note.by_id': 'notes stay with the staff of the community',
    'notice.user_id': 'what is said about a profile is decided all the same, and erased a year later',
    'queue_item.reported_user_id': 'the case is closed; nothing in it says anything about the account',
    'report.user_id': 'that somebody was reported stays with the report, without a name',
    'report.reporter_id': 'staff decide the report all the same; its reporter is no longer shown',
  },
} satisfies PersonalData

async function closeOpenAppeals(tx: Tx, { userId, now }: Deleted): Promise<number> {
  const open = await tx
    .select({ id: appeal.id })
    .from(appeal)
    .where(and(eq(appeal.user_id, userId), eq(appeal.status, 'open')))
  for (const { id } of open) await closeAppealItem(tx, id, null, now)
  return 0
}
