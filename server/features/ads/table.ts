import { sql } from 'drizzle-orm'
import { bigint, boolean, date, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { createdAt, primaryId, timestamp } from '#server/db/columns.ts'
import { AD_VARIANTS } from '#shared/rules/own-ads.ts'

/** An advertisement of the operator. Empty `category_ids` stand for all communities. */
export const ad = pgTable('ad', {
  id: primaryId(),
  name: text().notNull(),
  title: text().notNull(),
  text: text().notNull(),
  image_url: text(),
  url: text().notNull(),
  variant: text({ enum: AD_VARIANTS }).notNull(),
  category_ids: integer()
    .array()
    .notNull()
    .default(sql`'{}'`),
  starts_at: timestamp().notNull(),
  ends_at: timestamp(),
  is_enabled: boolean().notNull(),
  weight: smallint().notNull(),
  created_at: createdAt(),
})

/** Views and clicks of an ad on one day; nothing records who saw or clicked it. */
export const adDay = pgTable(
  'ad_day',
  {
    ad_id: integer()
      .notNull()
      .references(() => ad.id, { onDelete: 'cascade' }),
    day: date().notNull(),
    views: bigint({ mode: 'number' }).notNull().default(0),
    clicks: bigint({ mode: 'number' }).notNull().default(0),
  },
  // The primary key also serves as the index for listing the views and clicks of an ad.
  (t) => [primaryKey({ columns: [t.ad_id, t.day] })],
)
