import { sql } from 'drizzle-orm'
import { boolean, doublePrecision, index, integer, jsonb, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import type { PostImage } from '#shared/api/shapes.ts'
import { createdAt, primaryId, timestamp, tsvector } from '#server/db/columns.ts'
import { category, categoryFlair } from '../categories/table.ts'
import { user } from '../users/table.ts'

/**
 * Posts. `is_nsfw` is copied from the category by a trigger. Columns that change with votes are in `post_rank`. An
 * erased post has neither text nor media. `removal_id` is the decision that removed the post; while `held_at` is set
 * the post waits for a moderator.
 */
export const post = pgTable(
  'post',
  {
    id: primaryId(),
    category_id: integer()
      .notNull()
      .references(() => category.id),
    author_id: integer().references(() => user.id),
    flair_id: integer().references(() => categoryFlair.id),
    is_nsfw: boolean().notNull().default(false),
    title: text().notNull(),
    content: text().notNull().default(''),
    content_html: text().notNull().default(''),
    renderer_version: smallint().notNull().default(0),
    excerpt: text().notNull().default(''),
    excerpt_truncated: boolean().notNull().default(false),
    image_url: text(),
    image_width: integer(),
    image_height: integer(),
    image_placeholder: text(),
    video_url: text(),
    video_poster_url: text(),
    // Null where `image_url` is the only picture and has no alternative text.
    images: jsonb().$type<PostImage[]>(),
    link_url: text(),
    link_domain: text(),
    is_spoiler: boolean().notNull().default(false),
    poll_closes_at: timestamp(),
    // The stream that the post announces; no foreign key, because the stream refers to the post.
    stream_id: integer(),
    created_at: createdAt(),
    edited_at: timestamp(),
    deleted_at: timestamp(),
    erased_at: timestamp(),
    removal_id: integer(),
    held_at: timestamp(),
    search: tsvector().generatedAlwaysAs(sql`f_search_vector(id, is_nsfw, title, content)`),
  },
  (t) => [
    // Without fastupdate, because every search would read the whole list of pending entries for each bucket.
    index('post_search')
      .using('gin', t.search)
      .with({ fastupdate: false })
      .where(sql`deleted_at is null`),
    // Serves the removal of an account with its content.
    index('post_author').on(t.author_id),
    // Serves figures of the dashboard and lists for search engines.
    index('post_created_at').on(t.created_at),
    // Serves tests of filters, which read the posts of a community including unlisted ones.
    index('post_category')
      .on(t.category_id, t.created_at, t.id)
      .where(sql`deleted_at is null`),
    // Serves the check whether a public file is shown anywhere.
    index('post_image')
      .on(t.image_url)
      .where(sql`image_url is not null`),
    index('post_video')
      .on(t.video_url)
      .where(sql`video_url is not null`),
    // Finds the post of a picture.
    index('post_images')
      .using('gin', t.images.op('jsonb_path_ops'))
      .with({ fastupdate: false })
      .where(sql`images is not null`),
    // Finds posts by link.
    index('post_link')
      .on(t.link_url, t.id)
      .where(sql`link_url is not null`),
    // Serves searches for polls.
    index('post_poll')
      .on(t.id)
      .where(sql`poll_closes_at is not null`),
    // Serves the erasure of deleted posts after 30 days.
    index('post_to_erase')
      .on(t.deleted_at)
      .where(sql`deleted_at is not null and erased_at is null`),
    // Serves the job that renders again what an older renderer made.
    index('post_renderer_version').on(t.renderer_version, t.id),
  ],
)

/**
 * Columns by which posts are ranked. Narrow, because every vote rewrites the row; ranks are generated columns, so they
 * are never out of date. `is_listed` is false for deleted, held or removed posts; see `listed.ts`. `age` is the index
 * in `WINDOWS` of the shortest window that the post is in. A job raises it, so it may be too low for a while.
 */
export const postRank = pgTable(
  'post_rank',
  {
    post_id: integer()
      .primaryKey()
      .references(() => post.id, { onDelete: 'cascade' }),
    category_id: integer().notNull(),
    author_id: integer(),
    flair_id: integer(),
    is_nsfw: boolean().notNull(),
    is_listed: boolean().notNull().default(true),
    age: smallint().notNull().default(0),
    is_removed: boolean().notNull().default(false),
    is_locked: boolean().notNull().default(false),
    is_pinned: boolean().notNull().default(false),
    created_at: timestamp().notNull(),
    upvotes: integer().notNull().default(0),
    downvotes: integer().notNull().default(0),
    comment_count: integer().notNull().default(0),
    hot: doublePrecision()
      .notNull()
      .generatedAlwaysAs(
        sql.raw(
          'sign(upvotes - downvotes) * log(greatest(abs(upvotes - downvotes), 1)::double precision) + ' +
            "(extract(epoch from created_at at time zone 'UTC')::double precision - 1704067200) / 45000",
        ),
      ),
    top: integer()
      .notNull()
      .generatedAlwaysAs(sql`upvotes - downvotes`),
    controversial: doublePrecision()
      .notNull()
      .generatedAlwaysAs(
        sql.raw(
          'case when upvotes > 0 and downvotes > 0 then power((upvotes + downvotes)::double precision, ' +
            'least(upvotes, downvotes)::double precision / greatest(upvotes, downvotes)) else 0 end',
        ),
      ),
  },
  (t) => [
    // Serves the home feed of a variant in four orders; top and controversial by age, for windows.
    index('post_rank_hot')
      .on(t.is_nsfw, t.hot, t.post_id)
      .where(sql`is_listed`),
    index('post_rank_new')
      .on(t.is_nsfw, t.created_at, t.post_id)
      .where(sql`is_listed`),
    index('post_rank_top')
      .on(t.is_nsfw, t.age, t.top, t.post_id)
      .where(sql`is_listed`),
    index('post_rank_controversial')
      .on(t.is_nsfw, t.age, t.controversial, t.post_id)
      .where(sql`is_listed`),
    // Serves a community's feed in four orders, and the feed of joined communities.
    index('post_rank_category_hot')
      .on(t.category_id, t.hot, t.post_id)
      .where(sql`is_listed`),
    index('post_rank_category_new')
      .on(t.category_id, t.created_at, t.post_id)
      .where(sql`is_listed`),
    index('post_rank_category_top')
      .on(t.category_id, t.age, t.top, t.post_id)
      .where(sql`is_listed`),
    index('post_rank_category_controversial')
      .on(t.category_id, t.age, t.controversial, t.post_id)
      .where(sql`is_listed`),
    // Serves a flair's feed in four orders; only posts with a flair are in it.
    index('post_rank_flair_hot')
      .on(t.flair_id, t.hot, t.post_id)
      .where(sql`is_listed and flair_id is not null`),
    index('post_rank_flair_new')
      .on(t.flair_id, t.created_at, t.post_id)
      .where(sql`is_listed and flair_id is not null`),
    index('post_rank_flair_top')
      .on(t.flair_id, t.age, t.top, t.post_id)
      .where(sql`is_listed and flair_id is not null`),
    index('post_rank_flair_controversial')
      .on(t.flair_id, t.age, t.controversial, t.post_id)
      .where(sql`is_listed and flair_id is not null`),
    // Serves the posts of a profile and their number, and the feed of followed people.
    index('post_rank_author_hot')
      .on(t.author_id, t.is_nsfw, t.hot, t.post_id)
      .where(sql`is_listed`),
    // Serves the pinned posts of a community.
    index('post_rank_pinned')
      .on(t.category_id, t.post_id)
      .where(sql`is_pinned`),
    index('post_rank_author_new')
      .on(t.author_id, t.is_nsfw, t.created_at, t.post_id)
      .where(sql`is_listed`),
    index('post_rank_author_top')
      .on(t.author_id, t.is_nsfw, t.top, t.post_id)
      .where(sql`is_listed`),
    index('post_rank_author_controversial')
      .on(t.author_id, t.is_nsfw, t.controversial, t.post_id)
      .where(sql`is_listed`),
    // Serves the job that raises the age of posts.
    index('post_rank_age')
      .on(t.age, t.created_at)
      .where(sql`age < 4`),
  ],
)
