import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, primaryId, timestamp } from '#server/db/columns.ts'
import { user } from '../users/table.ts'
import { OUTCOMES, RECORD_KINDS } from './records.ts'
import type { ReportSums } from './report.ts'

/** A forum that was imported. `base_path` is where its addresses began, without a slash at the end. */
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

/** A run of an import. `legal_basis` is the operator's statement of the basis on which they process the data. */
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
  // Serves the runs of a forum.
  (t) => [index('import_run_origin').on(t.origin_id)],
)

/** The outcome of each row of a source; `target_id` is the row that it became or was merged into. */
export const importRow = pgTable(
  'import_row',
  {
    origin_id: integer().notNull(),
    kind: text({ enum: RECORD_KINDS }).notNull(),
    source_id: text().notNull(),
    outcome: text({ enum: OUTCOMES }).notNull(),
    /** The kind of the row `target_id`: the first post of a thread is the post itself, others are comments. */
    target: text({ enum: ['post', 'comment', 'user', 'category', 'upload'] }),
    target_id: integer(),
    /** The post where the row became a comment. */
    post_id: integer(),
    reason: text(),
    /** The number in its thread by which addresses name it. */
    number: integer(),
  },
  (t) => [
    primaryKey({ columns: [t.origin_id, t.kind, t.source_id] }),
    // Serves the numbers of posts in their thread.
    index('import_row_thread')
      .on(t.post_id)
      .where(sql`kind = 'post' and post_id is not null`),
    // Serves the deletion of notes about a deleted account.
    index('import_row_person')
      .on(t.target_id)
      .where(sql`kind = 'person'`),
    // Serves addresses with the number of a post in its thread.
    index('import_row_number')
      .on(t.origin_id, t.post_id, t.number)
      .where(sql`number is not null`),
  ],
)

/** Notes for people to check: cut titles, new names, texts without a counterpart. */
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

/**
 * Ids that an import reserved for its rows and has not used yet, so that one that was killed continues with the same
 * ids.
 */
export const importReserved = pgTable(
  'import_reserved',
  { table_name: text().notNull(), next_id: integer().notNull(), last_id: integer().notNull() },
  (t) => [primaryKey({ columns: [t.table_name, t.last_id] })],
)

/**
 * An account of a former forum; `password_hash` is in that forum's form until its owner signs in for the first time.
 */
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
    // Serves mailing those who have no password.
    index('imported_account_uninvited')
      .on(t.origin_id, t.user_id)
      .where(sql`claimed_at is null and invited_at is null`),
  ],
)

/** A private message of a former forum, once for each person who had it; only its owner's export has it. */
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
  // Serves the export of a member's data, and its removal.
  (t) => [index('imported_message_user').on(t.user_id, t.id)],
)

/** An old address that no pattern of its source covers; `address` is path and query as the source normalises them. */
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
    // Serves requests for an old address.
    primaryKey({ columns: [t.address, t.origin_id] }),
    // Serves deleting redirects to what is removed.
    index('redirect_target').on(t.kind, t.target_id),
  ],
)
