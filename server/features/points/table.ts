import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt } from '#server/db/columns.ts'
import { user } from '../users/table.ts'

const POINT_REASONS = [
  'post',
  'comment',
  'upvote',
  'downvote',
  'community',
  'post_reversed',
  'comment_reversed',
  'upvote_reversed',
  'downvote_reversed',
  'community_reversed',
  'removal',
  'removal_reversed',
] as const

/**
 * A cause (a post or a vote) has at most one open entry; reversing closes it and adds one with the opposite sign.
 * `actor_id` is the voter, or 0 if the cause is not a vote.
 */
export const pointsEntry = pgTable(
  'points_entry',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    user_id: integer()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    reason: text({ enum: POINT_REASONS }).notNull(),
    points: integer().notNull(),
    cause: text({
      enum: ['post', 'comment', 'category', 'post_vote', 'comment_vote', 'post_removal', 'comment_removal'],
    }).notNull(),
    cause_id: integer().notNull(),
    actor_id: integer().notNull().default(0),
    is_open: boolean().notNull(),
    created_at: createdAt(),
  },
  (t) => [
    uniqueIndex('points_entry_open_key')
      .on(t.cause, t.cause_id, t.actor_id)
      .where(sql`is_open`),
    index('points_entry_user').on(t.user_id, t.id),
    // Index for the sum of points earned today.
    index('points_entry_day').on(t.user_id, t.created_at),
  ],
)
