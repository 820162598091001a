import { sql } from 'drizzle-orm'
import { boolean, doublePrecision, foreignKey, index, integer, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { CAPTIONS_LANGS } from '#shared/rules/captions.ts'
import { createdAt, primaryId, timestamp } from '#server/db/columns.ts'
import { post } from '../posts/table.ts'
import { user } from '../users/table.ts'

/** Links that were made from @names or r/names do not count. */
const hasLink = sql.raw(`content_html like '%<a href="http%'`)

/**
 * A deleted comment stays in the tree (`in_tree`) while it has replies. `removal_id` is the moderation decision that
 * removed the comment; while `held_at` is set, the comment waits for a moderator's approval.
 */
export const comment = pgTable(
  'comment',
  {
    id: primaryId(),
    post_id: integer()
      .notNull()
      .references(() => post.id, { onDelete: 'cascade' }),
    parent_id: integer(),
    author_id: integer().references(() => user.id),
    depth: smallint().notNull(),
    is_nsfw: boolean().notNull(),
    content: text().notNull(),
    content_html: text().notNull(),
    excerpt: text().notNull().default(''),
    renderer_version: smallint().notNull().default(0),
    image_url: text(),
    image_width: integer(),
    image_height: integer(),
    video_url: text(),
    captions_url: text(),
    captions_lang: text({ enum: CAPTIONS_LANGS }),
    video_alt: text().notNull().default(''),
    upvotes: integer().notNull().default(0),
    downvotes: integer().notNull().default(0),
    reply_count: integer().notNull().default(0),
    created_at: createdAt(),
    edited_at: timestamp(),
    deleted_at: timestamp(),
    erased_at: timestamp(),
    removal_id: integer(),
    held_at: timestamp(),
    top: integer()
      .notNull()
      .generatedAlwaysAs(sql`upvotes - downvotes`),
    // Lower bound of Wilson's score interval for the share of upvotes, z = 1.2816 (80 %); z^2 = 1.64249856.
    best: doublePrecision()
      .notNull()
      .generatedAlwaysAs(
        sql.raw(
          'case when upvotes + downvotes = 0 then 0 else (upvotes::double precision / (upvotes + ' +
            'downvotes) + 1.64249856 / (2 * (upvotes + downvotes)) - 1.2816 * sqrt((upvotes::double ' +
            'precision * downvotes / (upvotes + downvotes) + 1.64249856 / 4) / (upvotes + ' +
            'downvotes)::double precision ^ 2)) / (1 + 1.64249856 / (upvotes + downvotes)) end',
        ),
      ),
    is_listed: boolean()
      .notNull()
      .generatedAlwaysAs(sql`deleted_at is null and removal_id is null and held_at is null`),
    controversial: doublePrecision()
      .notNull()
      .generatedAlwaysAs(
        sql.raw(
          'case when upvotes > 0 and downvotes > 0 then power((upvotes + downvotes)::double precision, ' +
            'least(upvotes, downvotes)::double precision / greatest(upvotes, downvotes)) else 0 end',
        ),
      ),
    in_tree: boolean()
      .notNull()
      .generatedAlwaysAs(sql`deleted_at is null or reply_count > 0`),
  },
  (t) => [
    foreignKey({ columns: [t.parent_id], foreignColumns: [t.id], name: 'comment_parent_id_fk' }).onDelete('cascade'),
    // Indexes for listing the top-level comments of a post by each sort; 'new' and 'old' share the index by time.
    index('comment_post_best')
      .on(t.post_id, t.best, t.id)
      .where(sql`parent_id is null and in_tree`),
    index('comment_post_top')
      .on(t.post_id, t.top, t.id)
      .where(sql`parent_id is null and in_tree`),
    index('comment_post_new')
      .on(t.post_id, t.created_at, t.id)
      .where(sql`parent_id is null and in_tree`),
    index('comment_post_controversial')
      .on(t.post_id, t.controversial, t.id)
      .where(sql`parent_id is null and in_tree`),
    // Indexes for listing the replies of a comment by each sort.
    index('comment_parent_best')
      .on(t.parent_id, t.best, t.id)
      .where(sql`parent_id is not null and in_tree`),
    index('comment_parent_top')
      .on(t.parent_id, t.top, t.id)
      .where(sql`parent_id is not null and in_tree`),
    index('comment_parent_controversial')
      .on(t.parent_id, t.controversial, t.id)
      .where(sql`parent_id is not null and in_tree`),
    // This index has replies outside the tree, too, because the foreign key check of `parent_id` needs them.
    index('comment_parent_new')
      .on(t.parent_id, t.created_at, t.id)
      .where(sql`parent_id is not null`),
    // Index for recounting a post's comments, and for counting those written since a member's last visit.
    index('comment_post').on(t.post_id, t.created_at),
    // Index for deleting an account with its comments.
    index('comment_author').on(t.author_id),
    // Index for listing the comments of a profile.
    index('comment_author_new')
      .on(t.author_id, t.is_nsfw, t.created_at, t.id)
      .where(sql`is_listed`),
    // Index for the comment counts in the panel's charts.
    index('comment_created_at').on(t.created_at),
    // Indexes for checking whether an uploaded file is still used.
    index('comment_image')
      .on(t.image_url)
      .where(sql`image_url is not null`),
    index('comment_video')
      .on(t.video_url)
      .where(sql`video_url is not null`),
    index('comment_captions')
      .on(t.captions_url)
      .where(sql`captions_url is not null`),
    // Index for searching comments that contain a link.
    index('comment_link').on(t.id).where(hasLink),
    // Index for erasing comments deleted 30 days ago.
    index('comment_to_erase')
      .on(t.deleted_at)
      .where(sql`deleted_at is not null and erased_at is null`),
    // Index for the job that renders comments of older renderer versions again.
    index('comment_renderer_version').on(t.renderer_version, t.id),
  ],
)
