import { sql } from 'drizzle-orm'
import { boolean, date, index, integer, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { MESSAGE_POLICIES } from '#shared/api/account.ts'
import { FEEDS } from '#shared/rules/sorts.ts'
import { createdAt, primaryId, timestamp } from '#server/db/columns.ts'

/** A deleted account stays as a tombstone, so that its user name stays reserved. */
export const user = pgTable(
  'user',
  {
    id: primaryId(),
    username: text().notNull(),
    email: text(),
    password_hash: text(),
    karma: integer().notNull().default(0),
    wpoints: integer().notNull().default(0),
    bio: text().notNull().default(''),
    avatar_url: text(),
    /** The language of mails that no request causes; stored at each sign-in and when the member chooses a language. */
    language: text({ enum: ['pl', 'en'] })
      .notNull()
      .default('pl'),
    is_admin: boolean().notNull().default(false),
    is_bot: boolean().notNull().default(false),
    /** True for an account imported from a former forum until its owner signs in. */
    is_unclaimed: boolean().notNull().default(false),
    message_policy: text({ enum: MESSAGE_POLICIES }).notNull().default('everyone'),
    home_feed: text({ enum: FEEDS }).notNull().default('all'),
    email_verified: boolean().notNull().default(false),
    /** The decision that suspended the account; the suspension is permanent if `suspended_until` is null. */
    suspension_id: integer(),
    suspended_until: timestamp(),
    trust_level: smallint().notNull().default(0),
    active_days: integer().notNull().default(0),
    active_on: date(),
    follower_count: integer().notNull().default(0),
    following_count: integer().notNull().default(0),
    created_at: createdAt(),
    deleted_at: timestamp(),
  },
  (t) => [
    index('user_suspended')
      .on(t.suspension_id)
      .where(sql`suspension_id is not null`),
    uniqueIndex('user_username_key').on(sql`lower(${t.username}) text_pattern_ops`),
    uniqueIndex('user_email_key').on(sql`lower(${t.email})`),
    index('user_username_trgm').using('gin', sql`lower(${t.username}) gin_trgm_ops`),
    index('user_email_trgm').using('gin', sql`lower(${t.email}) gin_trgm_ops`),
    index('user_avatar')
      .on(t.avatar_url)
      .where(sql`avatar_url is not null`),
    index('user_created_at').on(t.created_at),
    index('user_leaderboard')
      .on(t.wpoints.desc(), t.id)
      .where(sql`deleted_at is null and not is_bot`),
  ],
)
