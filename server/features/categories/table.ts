import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, primaryKey, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { FLAIR_COLORS } from '#shared/rules/flairs.ts'
import { createdAt, primaryId, timestamp } from '#server/db/columns.ts'
import { user } from '../users/table.ts'

/**
 * A community. `is_nsfw` never changes, so posts and comments store a copy of it. The name of a deleted community stays
 * taken.
 */
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
    // Serves the look-up by name, and keeps names unique.
    uniqueIndex('category_name_key').on(sql`${t.name} text_pattern_ops`),
    // Serves the sidebar and the list of communities by members.
    index('category_members')
      .on(t.is_nsfw, t.member_count, t.id)
      .where(sql`deleted_at is null`),
    /** Serves the search for words of the description that begin with the searched text. */
    index('category_description_trgm').using('gin', sql`lower(f_unaccent(${t.description})) gin_trgm_ops`),
    // Serves the search for names, and for similar ones.
    index('category_trgm').using('gin', sql`lower(f_unaccent(${t.name} || ' ' || ${t.display_name})) gin_trgm_ops`),
    // Serves the check whether an uploaded file is still shown by some content.
    index('category_icon')
      .on(t.icon_url)
      .where(sql`icon_url is not null`),
    index('category_banner')
      .on(t.banner_url)
      .where(sql`banner_url is not null`),
    // Serves the list of the newest communities.
    index('category_created_at').on(t.created_at),
    // Serves the erasure of communities deleted 30 days ago.
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
    // Serves the list of a member's communities.
    index('categorymembership_user').on(t.user_id, t.category_id),
  ],
)

/** A rule of a community. A deleted rule is kept for the decisions that name it. */
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
    // Serves the list of a community's rules, in their order.
    index('category_rule_category')
      .on(t.category_id, t.position)
      .where(sql`deleted_at is null`),
  ],
)

/** A flair of a community. A deleted flair is kept with its posts, which no longer show it. */
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
    // Serves the list of a community's flairs, in their order.
    index('category_flair_category')
      .on(t.category_id, t.position)
      .where(sql`deleted_at is null`),
  ],
)
