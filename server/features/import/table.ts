import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, primaryId, timestamp } from '#server/db/columns.ts'
import { user } from '../users/table.ts'
import { OUTCOMES, RECORD_KINDS } from './records.ts'
import type { ReportSums } from './report.ts'

/** `base_path` is the path of the base URL without a trailing slash. */
export const importOrigin = pgTable(
  'import_origin',
  {
    id: primaryId(),
    source: text().notNull(),
    base_url: text().notNull(),
    base_path: text().notNull().default(''),
    created_at: createdAt(),
  },
  (t) => [uniqueIndex('import_origin_key').on(t.source, t.base_url)],
)

/** `legal_basis` is the operator's statement of the legal basis for processing the data. */
export const importRun = pgTable(
  'import_run',
  {
    id: primaryId(),
    origin_id: integer()
      .notNull()
      .references(() => importOrigin.id),
    legal_basis: text().notNull(),
    sums: jsonb().$type<ReportSums>(),
    started_at: timestamp().notNull(),
    finished_at: timestamp(),
  },
  // Index for the import runs of a forum.
  (t) => [index('import_run_origin').on(t.origin_id)],
)

/**
 * What became of each row of a source: `target_id` is the row here that was created for it or with which it was merged.
 */
export const importRow = pgTable(
  'import_row',
  {
    origin_id: integer().notNull(),
    kind: text({ enum: RECORD_KINDS }).notNull(),
    source_id: text().notNull(),
    outcome: text({ enum: OUTCOMES }).notNull(),
    /** The table of `target_id`: a thread is imported as a post, the posts below it as comments. */
    target: text({ enum: ['post', 'comment', 'user', 'category', 'upload'] }),
    target_id: integer(),
    post_id: integer(),
    reason: text(),
    /** The position of the post in its thread, as used in URLs of the former forum. */
    number: integer(),
  },
  (t) => [
    primaryKey({ columns: [t.origin_id, t.kind, t.source_id] }),
    // Index for the posts of a thread in their order on the former forum.
    index('import_row_thread')
      .on(t.post_id)
      .where(sql`kind = 'post' and post_id is not null`),
    // Index for deleting the import notes about a deleted account.
    index('import_row_person')
      .on(t.target_id)
      .where(sql`kind = 'person'`),
    // Index for URLs of the former forum that contain the position of a post in its thread.
    index('import_row_number')
      .on(t.origin_id, t.post_id, t.number)
      .where(sql`number is not null`),
  ],
)

/** Notes for the operator to check, for example about truncated titles and changed names. */
export const importNote = pgTable(
  'import_note',
  {
    origin_id: integer().notNull(),
    kind: text({ enum: RECORD_KINDS }).notNull(),
    source_id: text().notNull(),
    note: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.origin_id, t.kind, t.source_id, t.note] })],
)

/** Reserved ids that are not used yet; after an import was killed, the next run continues with them. */
export const importReserved = pgTable(
  'import_reserved',
  { table_name: text().notNull(), next_id: integer().notNull(), last_id: integer().notNull() },
  (t) => [primaryKey({ columns: [t.table_name, t.last_id] })],
)

/** `password_hash` has the former forum's format and is deleted at the owner's first sign-in. */
export const importedAccount = pgTable(
  'imported_account',
  {
    user_id: integer()
      .primaryKey()
      .references(() => user.id, { onDelete: 'cascade' }),
    origin_id: integer()
      .notNull()
      .references(() => importOrigin.id),
    former_name: text().notNull(),
    password_hash: text(),
    invited_at: timestamp(),
    claimed_at: timestamp(),
  },
  (t) => [
    // Index for mailing the owners of imported accounts without a password.
    index('imported_account_uninvited')
      .on(t.origin_id, t.user_id)
      .where(sql`claimed_at is null and invited_at is null`),
  ],
)

/** A person's copy of a former forum's private message; it appears only in that person's export. */
export const importedMessage = pgTable(
  'imported_message',
  {
    id: primaryId(),
    user_id: integer()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    with_name: text().notNull(),
    is_own: boolean().notNull(),
    subject: text().notNull(),
    content: text().notNull(),
    created_at: timestamp().notNull(),
  },
  // Index for exporting and deleting the imported messages of a member.
  (t) => [index('imported_message_user').on(t.user_id, t.id)],
)

/** A redirect for a URL that matches none of the URL patterns of its source; `address` is path and query. */
export const redirect = pgTable(
  'redirect',
  {
    origin_id: integer()
      .notNull()
      .references(() => importOrigin.id),
    address: text().notNull(),
    kind: text({ enum: ['post', 'comment', 'user', 'category'] }).notNull(),
    target_id: integer().notNull(),
    status: smallint().notNull().default(301),
  },
  (t) => [
    // Index for redirecting requests for URLs of former forums.
    primaryKey({ columns: [t.address, t.origin_id] }),
    // Index for deleting the redirects to deleted content.
    index('redirect_target').on(t.kind, t.target_id),
  ],
)
