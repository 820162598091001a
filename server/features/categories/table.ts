import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, primaryKey, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { FLAIR_COLORS } from '#shared/rules/flairs.ts'
import { createdAt, primaryId, timestamp } from '#server/db/columns.ts'
import { user } from '../users/table.ts'

/** A community. Its name stays taken after its deletion; `is_nsfw` never changes, since posts store a copy of it. */
export const category = pgTable(
  'category',
  {
    id: primaryId(),
    name: text().notNull(),
    display_name: text().notNull(),
    description: text().notNull().default(''),
    icon_url: text(),
    banner_url: text(),
    rules_count: integer().notNull().default(0),
    posting: text({ enum: ['members', 'moderators'] })
      .notNull()
      .default('members'),
    downvotes: boolean().notNull().default(true),
    allow_bot: boolean().notNull().default(true),
    hold_newcomers: boolean().notNull().default(false),
    is_nsfw: boolean().notNull().default(false),
    creator_id: integer().references(() => user.id, { onDelete: 'set null' }),
    member_count: integer().notNull().default(0),
    post_count: integer().notNull().default(0),
    created_at: createdAt(),
    deleted_at: timestamp(),
    erased_at: timestamp(),
  },
  (t) => [
    // Index for finding a community by name; also keeps names unique.
    uniqueIndex('category_name_key').on(sql`${t.name} text_pattern_ops`),
    // Index for the sidebar and for listing communities by number of members.
    index('category_members')
      .on(t.is_nsfw, t.member_count, t.id)
      .where(sql`deleted_at is null`),
    /** Index for searching descriptions for words that begin with the searched text. */
    index('category_description_trgm').using('gin', sql`lower(f_unaccent(${t.description})) gin_trgm_ops`),
    // Index for searching names, also names similar to the searched text.
    index('category_trgm').using('gin', sql`lower(f_unaccent(${t.name} || ' ' || ${t.display_name})) gin_trgm_ops`),
    // Indexes for checking whether an uploaded file is still used.
    index('category_icon')
      .on(t.icon_url)
      .where(sql`icon_url is not null`),
    index('category_banner')
      .on(t.banner_url)
      .where(sql`banner_url is not null`),
    // Index for listing the newest communities.
    index('category_created_at').on(t.created_at),
    // Index for erasing communities deleted 30 days ago.
    index('category_to_erase')
      .on(t.deleted_at)
      .where(sql`deleted_at is not null and erased_at is null`),
  ],
)

export const categoryMembership = pgTable(
  'categorymembership',
  {
    category_id: integer()
      .notNull()
      .references(() => category.id, { onDelete: 'cascade' }),
    user_id: integer()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    created_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.category_id, t.user_id] }),
    // Index for listing a member's communities.
    index('categorymembership_user').on(t.user_id, t.category_id),
  ],
)

/** A rule of a community. A deleted rule is kept for the moderation decisions that refer to it. */
export const categoryRule = pgTable(
  'category_rule',
  {
    id: primaryId(),
    category_id: integer()
      .notNull()
      .references(() => category.id, { onDelete: 'cascade' }),
    position: smallint().notNull(),
    title: text().notNull(),
    text: text().notNull().default(''),
    deleted_at: timestamp(),
  },
  (t) => [
    // Index for listing a community's rules in their order.
    index('category_rule_category')
      .on(t.category_id, t.position)
      .where(sql`deleted_at is null`),
  ],
)

/** A flair of a community. A deleted flair is kept for the posts that refer to it, which no longer show it. */
export const categoryFlair = pgTable(
  'category_flair',
  {
    id: primaryId(),
    category_id: integer()
      .notNull()
      .references(() => category.id, { onDelete: 'cascade' }),
    position: smallint().notNull(),
    label: text().notNull(),
    color: text({ enum: FLAIR_COLORS }).notNull(),
    deleted_at: timestamp(),
  },
  (t) => [
    // Index for listing a community's flairs in their order.
    index('category_flair_category')
      .on(t.category_id, t.position)
      .where(sql`deleted_at is null`),
  ],
)
