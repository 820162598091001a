import { eq, getTableColumns, getTableName, is, isNull, or, sql, type Column, type SQL } from 'drizzle-orm'
import { PgTimestamp, type PgTable } from 'drizzle-orm/pg-core'
import type { DbOrTx, Tx } from '#server/db/driver/client.ts'
import { emailChange } from '../../account/table.ts'
import { appeal, categoryModerator, decision, moderatorInvite, report } from '../../moderation/tables.ts'
import { auditLog } from '../../audit/table.ts'
import { adminToken, session } from '../../auth/table.ts'
import { blockedUser } from '../../blocks/table.ts'
import { category, categoryFlair, categoryMembership } from '../../categories/table.ts'
import { comment } from '../../comments/table.ts'
import { passkey, totp } from '../../factors/table.ts'
import { follow } from '../../follows/table.ts'
import { textVersion } from '../../history/table.ts'
import { isNotExpired, type Lifetime } from '../../messages/queries.ts'
import { message } from '../../messages/table.ts'
import { modmailMessage, modmailThread } from '../../modmail/table.ts'
import { notification, notificationSettings, threadLevel } from '../../notifications/table.ts'
import { pointsEntry } from '../../points/table.ts'
import { pollOption, pollVote } from '../../polls/table.ts'
import { post, postRank } from '../../posts/table.ts'
import { hiddenPost, postVisit } from '../../reading/table.ts'
import { savedPost } from '../../saves/table.ts'
import { stream } from '../../streams/table.ts'
import { upload } from '../../uploads/table.ts'
import { user } from '../../users/table.ts'
import { vote } from '../../votes/table.ts'

/** Whose data, and at which time, since messages expire. */
export type Subject = { userId: number; lifetime: Lifetime }

/**
 * The rows of a table in which one of `owners` is the member. `fields` names each of their fields, so nothing is
 * exported by accident.
 */
type Section = {
  owners: [Column, ...Column[]]
  fields: SQL
  joins?: SQL
  where?: (subject: Subject) => SQL
  order: Column[]
}

const TIME = 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'

/** Columns under their own names, times as everywhere on the wire. */
function pick<Table extends PgTable>(table: Table, ...names: (keyof Table['_']['columns'] & string)[]): SQL {
  const columns = getTableColumns(table) as Record<string, Column>
  return sql.join(
    names.map((name) => {
      const column = columns[name]!
      return is(column, PgTimestamp)
        ? sql`to_char(${column} at time zone 'UTC', ${sql.raw(`'${TIME}'`)}) as ${sql.identifier(name)}`
        : sql`${column}`
    }),
    sql`, `,
  )
}

/** Deleted accounts have no name. */
function withName(id: Column, as = 'person'): SQL {
  const person = sql.identifier(as)
  return sql`left join ${user} ${person} on ${person}.id = ${id} and ${person}.deleted_at is null`
}

/**
 * Each is a file of the export, with a line about it in `exportReadme`. A table with a column for a member is here or
 * excused in `sections.test.ts`.
 */
export const SECTIONS = {
  account: {
    owners: [user.id],
    fields: pick(
      user,
      'id',
      'username',
      'email',
      'email_verified',
      'bio',
      'avatar_url',
      'language',
      'message_policy',
      'home_feed',
      'is_admin',
      'karma',
      'wpoints',
      'trust_level',
      'active_days',
      'follower_count',
      'following_count',
      'created_at',
    ),
    order: [user.id],
  },
  posts: {
    owners: [post.author_id],
    fields: sql`${pick(
      post,
      'id',
      'title',
      'content',
      'link_url',
      'image_url',
      'images',
      'video_url',
      'is_spoiler',
      'poll_closes_at',
      'created_at',
      'edited_at',
      'deleted_at',
    )},
      ${category.name} as community, ${categoryFlair.label} as flair,
        ${pick(postRank, 'upvotes', 'downvotes', 'comment_count')}`,
    joins: sql`join ${category} on ${category.id} = ${post.category_id} left join ${postRank} on ${postRank.post_id}
      = ${post.id}
      left join ${categoryFlair} on ${categoryFlair.id} = ${post.flair_id}`,
    where: () => isNull(post.erased_at),
    order: [post.id],
  },
  comments: {
    owners: [comment.author_id],
    fields: pick(
      comment,
      'id',
      'post_id',
      'parent_id',
      'content',
      'image_url',
      'video_url',
      'upvotes',
      'downvotes',
      'created_at',
      'edited_at',
      'deleted_at',
    ),
    where: () => isNull(comment.erased_at),
    order: [comment.id],
  },
  post_versions: {
    owners: [post.author_id],
    fields: pick(textVersion, 'post_id', 'title', 'content', 'edited_at'),
    joins: sql`join ${textVersion} on ${textVersion.post_id} = ${post.id}`,
    order: [post.id, textVersion.id],
  },
  comment_versions: {
    owners: [comment.author_id],
    fields: pick(textVersion, 'comment_id', 'content', 'edited_at'),
    joins: sql`join ${textVersion} on ${textVersion.comment_id} = ${comment.id}`,
    order: [comment.id, textVersion.id],
  },
  poll_options: {
    owners: [post.author_id],
    // As on the site: of an open poll the counts are shown to those who voted.
    fields: sql`${pick(pollOption, 'post_id', 'text')},
      case when ${post.poll_closes_at} > now() and own_vote.user_id is null then null
        else ${pollOption.votes} end as votes`,
    joins: sql`join ${pollOption} on ${pollOption.post_id} = ${post.id}
      left join ${pollVote} own_vote on own_vote.post_id = ${post.id} and own_vote.user_id = ${post.author_id}`,
    order: [post.id, pollOption.id],
  },
  votes: {
    owners: [vote.user_id],
    fields: pick(vote, 'post_id', 'comment_id', 'value', 'created_at'),
    order: [vote.post_id, vote.comment_id],
  },
  poll_votes: {
    owners: [pollVote.user_id],
    fields: sql`${pick(pollVote, 'post_id', 'created_at')}, ${pollOption.text} as option`,
    joins: sql`join ${pollOption} on ${pollOption.id} = ${pollVote.option_id}`,
    order: [pollVote.post_id],
  },
  saved_posts: {
    owners: [savedPost.user_id],
    fields: pick(savedPost, 'post_id', 'created_at'),
    order: [savedPost.post_id],
  },
  visited_threads: {
    owners: [postVisit.user_id],
    fields: pick(postVisit, 'post_id', 'visited_at'),
    order: [postVisit.post_id],
  },
  hidden_posts: {
    owners: [hiddenPost.user_id],
    fields: pick(hiddenPost, 'post_id', 'created_at'),
    order: [hiddenPost.post_id],
  },
  communities: {
    owners: [categoryMembership.user_id],
    fields: sql`${category.name} as community, ${pick(categoryMembership, 'category_id', 'created_at')}`,
    joins: sql`join ${category} on ${category.id} = ${categoryMembership.category_id}`,
    order: [categoryMembership.category_id],
  },
  moderated_communities: {
    owners: [categoryModerator.user_id],
    fields: sql`${category.name} as community, ${pick(categoryModerator, 'category_id', 'created_at')}`,
    joins: sql`join ${category} on ${category.id} = ${categoryModerator.category_id}`,
    order: [categoryModerator.id],
  },
  moderator_invites: {
    owners: [moderatorInvite.user_id, moderatorInvite.invited_by],
    fields: sql`${category.name} as community, invited.username as invited, inviting.username as invited_by,
      ${pick(moderatorInvite, 'created_at')}`,
    joins: sql`join ${category} on ${category.id} = ${moderatorInvite.category_id}
      ${withName(moderatorInvite.user_id, 'invited')} ${withName(moderatorInvite.invited_by, 'inviting')}`,
    order: [moderatorInvite.id],
  },
  created_communities: {
    owners: [category.creator_id],
    fields: pick(
      category,
      'id',
      'name',
      'display_name',
      'description',
      'icon_url',
      'banner_url',
      'posting',
      'downvotes',
      'is_nsfw',
      'created_at',
      'deleted_at',
    ),
    where: () => isNull(category.erased_at),
    order: [category.id],
  },
  following: {
    owners: [follow.follower_id],
    fields: sql`person.username, ${pick(follow, 'followed_id', 'created_at')}`,
    joins: withName(follow.followed_id),
    order: [follow.followed_id],
  },
  followers: {
    owners: [follow.followed_id],
    fields: sql`person.username, ${pick(follow, 'follower_id', 'created_at')}`,
    joins: withName(follow.follower_id),
    order: [follow.follower_id],
  },
  blocked_users: {
    owners: [blockedUser.blocker_id],
    fields: sql`person.username, ${pick(blockedUser, 'blocked_id', 'created_at')}`,
    joins: withName(blockedUser.blocked_id),
    order: [blockedUser.blocked_id],
  },
  messages: {
    owners: [message.sender_id, message.recipient_id],
    fields: sql`${pick(message, 'id')}, sender.username as sender, recipient.username as recipient,
      ${pick(message, 'content', 'image_url', 'created_at', 'read_at')}`,
    joins: sql`${withName(message.sender_id, 'sender')} ${withName(message.recipient_id, 'recipient')}`,
    where: ({ lifetime }) => isNotExpired(lifetime),
    order: [message.id],
  },
  modmail_threads: {
    owners: [modmailThread.member_id],
    fields: pick(modmailThread, 'id', 'category_id', 'subject', 'state', 'created_at', 'last_message_at'),
    order: [modmailThread.id],
  },
  modmail_messages: {
    owners: [modmailMessage.author_id, modmailThread.member_id],
    fields: pick(modmailMessage, 'id', 'thread_id', 'is_staff', 'is_note', 'text', 'created_at'),
    joins: sql`join ${modmailThread} on ${modmailThread.id} = ${modmailMessage.thread_id}`,
    // Notes are for staff: each in the export of who wrote it.
    where: ({ userId }) => sql`(not ${modmailMessage.is_note} or ${modmailMessage.author_id} = ${userId})`,
    order: [modmailMessage.id],
  },
  notifications: {
    owners: [notification.user_id],
    fields: sql`${pick(notification, 'id', 'kind')}, actor.username as actor,
      ${pick(notification, 'post_id', 'comment_id', 'report_id', 'modmail_id', 'read', 'created_at')}`,
    joins: withName(notification.actor_id, 'actor'),
    order: [notification.id],
  },
  notification_settings: {
    owners: [notificationSettings.user_id],
    fields: pick(notificationSettings, 'site_off', 'email_on', 'digest'),
    order: [notificationSettings.user_id],
  },
  thread_levels: {
    owners: [threadLevel.user_id],
    fields: pick(threadLevel, 'post_id', 'level'),
    order: [threadLevel.post_id],
  },
  points: {
    owners: [pointsEntry.user_id],
    fields: pick(pointsEntry, 'id', 'reason', 'points', 'cause', 'cause_id', 'created_at'),
    order: [pointsEntry.id],
  },
  reports: {
    owners: [report.reporter_id],
    fields: pick(report, 'id', 'post_id', 'comment_id', 'category_id', 'reason', 'status', 'created_at', 'resolved_at'),
    order: [report.id],
  },
  decisions: {
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
    owners: [appeal.user_id],
    fields: pick(appeal, 'id', 'decision_id', 'status', 'text', 'answer', 'created_at', 'decided_at'),
    order: [appeal.id],
  },
  streams: {
    owners: [stream.user_id],
    fields: pick(
      stream,
      'id',
      'title',
      'description',
      'stream_type',
      'url',
      'category_id',
      'post_id',
      'is_live',
      'peak_viewers',
      'created_at',
      'ended_at',
      'deleted_at',
    ),
    where: () => isNull(stream.erased_at),
    order: [stream.id],
  },
  uploads: {
    owners: [upload.user_id],
    fields: pick(upload, 'id', 'kind', 'url', 'size', 'width', 'height', 'created_at', 'used_at'),
    where: () => isNull(upload.deleted_at),
    order: [upload.id],
  },
  sessions: {
    owners: [session.user_id],
    fields: sql`${session.number} as id,
      ${pick(session, 'device', 'network', 'created_at', 'last_seen_at', 'expires_at')}`,
    order: [session.number],
  },
  email_changes: {
    owners: [emailChange.user_id],
    fields: pick(emailChange, 'id', 'old_email', 'new_email', 'created_at', 'confirmed_at', 'voided_at'),
    order: [emailChange.id],
  },
  passkeys: {
    owners: [passkey.user_id],
    fields: pick(passkey, 'id', 'name', 'created_at', 'last_used_at'),
    order: [passkey.id],
  },
  two_step_login: { owners: [totp.user_id], fields: pick(totp, 'created_at', 'confirmed_at'), order: [totp.user_id] },
  staff_sessions: {
    owners: [adminToken.user_id],
    fields: pick(adminToken, 'id', 'address', 'created_at', 'expires_at'),
    order: [adminToken.id],
  },
  staff_actions: {
    owners: [auditLog.actor_user_id],
    fields: pick(auditLog, 'id', 'action', 'target_type', 'target_id', 'address', 'created_at'),
    order: [auditLog.id],
  },
} satisfies Record<string, Section>

export type ExportFile = keyof typeof SECTIONS

export const EXPORT_FILES = Object.keys(SECTIONS) as ExportFile[]

export function rowsOf(file: ExportFile, subject: Subject): SQL {
  const { owners, fields, joins = sql``, where, order }: Section = SECTIONS[file]
  const isOwned = or(...owners.map((owner) => eq(owner, subject.userId)))!
  return sql`select ${fields} from ${owners[0].table} ${joins}
    where ${isOwned}${where ? sql` and ${where(subject)}` : sql``} order by ${sql.join(order, sql`, `)}`
}

/** Files of the member's own uploads, and of pictures in messages that they received. */
export function mediaOf({ userId, lifetime }: Subject): SQL {
  const fields = sql`${upload.kind}, ${upload.url}`
  return sql`select ${fields} from ${upload} where ${eq(upload.user_id, userId)} and ${isNull(upload.deleted_at)}
    union select ${fields} from ${message} join ${upload} on ${upload.url} = ${message.image_url}
      and ${isNull(upload.deleted_at)}
    where ${eq(message.recipient_id, userId)} and ${isNotExpired(lifetime)}`
}

/** Everything that the transaction reads is of one time. */
export function inSnapshot<T>(db: DbOrTx, read: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction(
    async (tx) => {
      // The whole result is read, so plans for the first rows would cost more.
      await tx.execute(sql`set local cursor_tuple_fraction = 1`)
      return read(tx)
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

const BATCH_SIZE = 100

/** Each row as JSON, a batch at a time. */
export async function* readInBatches(tx: Tx, rows: SQL): AsyncGenerator<string[]> {
  await tx.execute(
    sql`declare exported no scroll cursor for select row_to_json(found)::text as json from (${rows}) found`,
  )
  for (;;) {
    const batch = await tx.execute<{ json: string }>(sql.raw(`fetch ${BATCH_SIZE} from exported`))
    if (batch.length === 0) break
    yield batch.map(({ json }) => json)
  }
  await tx.execute(sql`close exported`)
}

export const ownersOf = (file: ExportFile): string[] =>
  SECTIONS[file].owners.map((owner) => `${getTableName(owner.table)}.${owner.name}`)
