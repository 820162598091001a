import { sql } from 'drizzle-orm'
import { boolean, doublePrecision, index, integer, jsonb, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import type { PostImage } from '#shared/api/shapes.ts'
import { CAPTIONS_LANGS } from '#shared/rules/captions.ts'
import { createdAt, primaryId, timestamp, tsvector } from '#server/db/columns.ts'
import { category, categoryFlair } from '../categories/table.ts'
import { user } from '../users/table.ts'

/**
 * A trigger copies `is_nsfw` from the community. `removal_id` is the decision that removed the post; a post with
 * `held_at` waits for a moderator.
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
    captions_url: text(),
    captions_lang: text({ enum: CAPTIONS_LANGS }),
    video_alt: text().notNull().default(''),
    // Null if the only picture is `image_url`, without an alternative text.
    images: jsonb().$type<PostImage[]>(),
    link_url: text(),
    link_domain: text(),
    is_spoiler: boolean().notNull().default(false),
    poll_closes_at: timestamp(),
    // No foreign key, because `stream.post_id` already refers to the post.
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
    // With `fastupdate`, a search would scan the index's list of pending entries once for each bucket of post ids.
    index('post_search')
      .using('gin', t.search)
      .with({ fastupdate: false })
      .where(sql`deleted_at is null`),
    // Index for removing the posts of a deleted account.
    index('post_author').on(t.author_id),
    // Index for dashboard figures and the search operators before: and after:.
    index('post_created_at').on(t.created_at),
    // Index for dry runs of a moderation filter, which scan all posts of a community, also unlisted ones.
    index('post_category')
      .on(t.category_id, t.created_at, t.id)
      .where(sql`deleted_at is null`),
    // Index for the check whether a public file is shown in any post.
    index('post_image')
      .on(t.image_url)
      .where(sql`image_url is not null`),
    index('post_video')
      .on(t.video_url)
      .where(sql`video_url is not null`),
    index('post_captions')
      .on(t.captions_url)
      .where(sql`captions_url is not null`),
    // Index for finding the post that shows a picture.
    index('post_images')
      .using('gin', t.images.op('jsonb_path_ops'))
      .with({ fastupdate: false })
      .where(sql`images is not null`),
    // Index for finding posts that link to the same URL.
    index('post_link')
      .on(t.link_url, t.id)
      .where(sql`link_url is not null`),
    // Index for the search operator has:poll.
    index('post_poll')
      .on(t.id)
      .where(sql`poll_closes_at is not null`),
    // Index for erasing soft-deleted posts after 30 days.
    index('post_to_erase')
      .on(t.deleted_at)
      .where(sql`deleted_at is not null and erased_at is null`),
    // Index for the job that renders posts again after a change of the Markdown renderer.
    index('post_renderer_version').on(t.renderer_version, t.id),
  ],
)

/**
 * The table has few columns, because every vote rewrites the row. `is_listed` is false for deleted, held and removed
 * posts. `age` is the index in `WINDOWS` of the shortest time window that contains the post; a job raises it, so it may
 * be too low for a while.
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
    // Indexes for the home feed of a variant (normal or adult) in four sort orders. `top` and `controversial` include
    // the age, for time windows.
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
    // Indexes for a community's feed and the feed of joined communities, in four sort orders.
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
    // Partial indexes for a flair's feed in four sort orders.
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
    // Indexes for the posts on a profile, the number of these posts, and the feed of followed people.
    index('post_rank_author_hot')
      .on(t.author_id, t.is_nsfw, t.hot, t.post_id)
      .where(sql`is_listed`),
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
    // Index for the job that raises the age of posts.
    index('post_rank_age')
      .on(t.age, t.created_at)
      .where(sql`age < 4`),
  ],
)
