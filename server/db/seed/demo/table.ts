import { sql } from 'drizzle-orm'
import { boolean, check, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from '#server/db/columns.ts'
import type { PlanInput } from './plan/plan.ts'

/** How far the filling with the demo forum has come: one row, written with the first step; a start after an end goes on from it. */
export const demoFill = pgTable('demo_fill', {
  is_only: boolean().primaryKey().default(true),
  /** What the plan follows from. */
  input: jsonb().$type<PlanInput>().notNull(),
  /** Of the plan: what one version began no other can finish. */
  fingerprint: text().notNull(),
  steps_done: integer().notNull().default(0),
  finished_at: moment(),
}, (t) => [check('demo_fill_one_row', sql`${t.is_only}`)])
