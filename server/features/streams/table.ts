import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { STREAM_TYPES } from '#shared/rules/streams.ts'
import { createdAt, primaryId, timestamp } from '#server/db/columns.ts'
import { category } from '../categories/table.ts'
import { post } from '../posts/table.ts'
import { user } from '../users/table.ts'

/**
 * The comments of the stream's post are its chat. `viewer_count` is denormalised from `stream_viewer`, 0 after the end.
 */
export const stream = pgTable(
  'stream',
  {
    id: primaryId(),
    user_id: integer()
      .notNull()
      .references(() => user.id),
    category_id: integer().references(() => category.id),
    post_id: integer().references(() => post.id, { onDelete: 'set null' }),
    title: text().notNull(),
    description: text().notNull().default(''),
    is_live: boolean().notNull().default(true),
    is_interrupted: boolean().notNull().default(false),
    viewer_count: integer().notNull().default(0),
    peak_viewers: integer().notNull().default(0),
    stream_type: text({ enum: STREAM_TYPES }).notNull().default('external'),
    // Null for the stream type `browser`.
    url: text(),
    has_thumbnail: boolean().notNull().default(false),
    created_at: createdAt(),
    ended_at: timestamp(),
    live_until: timestamp()
      .notNull()
      .default(sql`now() + interval '12 hours'`),
    deleted_at: timestamp(),
    erased_at: timestamp(),
  },
  (t) => [
    uniqueIndex('stream_live_user_key')
      .on(t.user_id)
      .where(sql`is_live and deleted_at is null`),
    index('stream_user').on(t.user_id),
    uniqueIndex('stream_post_key')
      .on(t.post_id)
      .where(sql`post_id is not null`),
    index('stream_live')
      .on(t.viewer_count, t.id)
      .where(sql`is_live and deleted_at is null`),
    index('stream_ended')
      .on(t.ended_at, t.id)
      .where(sql`not is_live and deleted_at is null`),
    index('stream_category_ended')
      .on(t.category_id, t.ended_at, t.id)
      .where(sql`not is_live and deleted_at is null`),
    index('stream_created_at').on(t.created_at),
    index('stream_to_erase')
      .on(t.deleted_at)
      .where(sql`deleted_at is not null and erased_at is null`),
  ],
)

/**
 * The state of a stream from a browser, deleted with its files after the end. `owner` is the process that encodes it
 * until `owned_until`; files of segments are named by number, up to `segments`.
 */
export const streamMedia = pgTable(
  'stream_media',
  {
    stream_id: integer()
      .primaryKey()
      .references(() => stream.id, { onDelete: 'cascade' }),
    next_seq: integer().notNull().default(0),
    bytes: bigint({ mode: 'number' }).notNull().default(0),
    segments: integer().notNull().default(0),
    owner: text(),
    owned_until: timestamp(),
    last_piece_at: timestamp().notNull(),
  },
  (t) => [index('stream_media_last_piece').on(t.last_piece_at)],
)

/**
 * One row for each viewer's event stream, whose id is `lease`; the row is deleted when the event stream closes or
 * `until` has passed. `viewer` is a keyed hash of the member or the network address.
 */
export const streamViewer = pgTable(
  'stream_viewer',
  {
    stream_id: integer()
      .notNull()
      .references(() => stream.id, { onDelete: 'cascade' }),
    lease: text().notNull(),
    viewer: text().notNull(),
    until: timestamp().notNull(),
  },
  (t) => [primaryKey({ columns: [t.stream_id, t.lease] }), index('stream_viewer_until').on(t.until)],
)
