import { sql } from 'drizzle-orm'
import { bigint, boolean, date, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { primaryId, timestamp } from '#server/db/columns.ts'
import type { Notes } from '#server/db/backup/make.ts'

/** A backup, or a failed attempt, which has the reason in `error` and no file. */
export const backup = pgTable(
  'backup',
  {
    id: primaryId(),
    started_at: timestamp().notNull(),
    finished_at: timestamp().notNull(),
    error: text(),
    name: text(),
    bytes: bigint({ mode: 'number' }).notNull().default(0),
    sha256: text(),
    is_encrypted: boolean().notNull().default(false),
    /** The row counts and checksums that a proof compares with. */
    notes: jsonb().$type<Notes>(),
    /** When the schedule removed the file. */
    removed_at: timestamp(),
  },
  // Serves the search for the newest backups, and for the newest that succeeded.
  (t) => [
    index('backup_started_at').on(t.started_at),
    index('backup_stored')
      .on(t.started_at)
      .where(sql`error is null`),
  ],
)

export const PROOF_OUTCOMES = ['restored', 'checksum', 'failed'] as const

/**
 * A proof of a backup: the file was restored into a scratch database and compared, or only its checksum was compared.
 */
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
    // Serves the search for the newest proof of each outcome.
    index('backup_proof_outcome').on(t.outcome, t.started_at),
    // Serves the deletion of a backup.
    index('backup_proof_backup').on(t.backup_id),
  ],
)

/** Days on which the admins were mailed about backups; the primary key allows one mail a day. */
export const backupAlert = pgTable('backup_alert', { day: date().primaryKey(), problems: text().array().notNull() })
