import { sql } from 'drizzle-orm'
import { bigint, boolean, date, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { primaryId, timestamp } from '#server/db/columns.ts'
import type { Notes } from '#server/db/backup/make.ts'

/** A scheduled backup, or an attempt at one: then `error` says why, and there is no file. */
export const backup = pgTable(
  'backup',
  {
    id: primaryId(),
    started_at: timestamp().notNull(),
    finished_at: timestamp().notNull(),
    error: text(),
    name: text(),
    bytes: bigint({ mode: 'number' }).notNull().default(0),
    /** Of the file as it was sent. */
    sha256: text(),
    is_encrypted: boolean().notNull().default(false),
    /** What its proof compares with. */
    notes: jsonb().$type<Notes>(),
    /** When the schedule removed the file. */
    removed_at: timestamp(),
  },
  // The newest ones, and the newest that succeeded.
  (t) => [
    index('backup_started_at').on(t.started_at),
    index('backup_stored')
      .on(t.started_at)
      .where(sql`error is null`),
  ],
)

export const PROOF_OUTCOMES = ['restored', 'checksum', 'failed'] as const

/** A backup that was fetched and restored into a scratch database, or of which only the checksum was compared. */
export const backupProof = pgTable(
  'backup_proof',
  {
    id: primaryId(),
    backup_id: integer()
      .notNull()
      .references(() => backup.id, { onDelete: 'cascade' }),
    started_at: timestamp().notNull(),
    finished_at: timestamp().notNull(),
    outcome: text({ enum: PROOF_OUTCOMES }).notNull(),
    tables: integer().notNull().default(0),
    rows: bigint({ mode: 'number' }).notNull().default(0),
    files: integer().notNull().default(0),
    sampled: integer().notNull().default(0),
    error: text(),
  },
  (t) => [
    // The newest of each outcome.
    index('backup_proof_outcome').on(t.outcome, t.started_at),
    // Deleting a backup.
    index('backup_proof_backup').on(t.backup_id),
  ],
)

/** Days on which the admins were mailed about backups: once a day. */
export const backupAlert = pgTable('backup_alert', { day: date().primaryKey(), problems: text().array().notNull() })
