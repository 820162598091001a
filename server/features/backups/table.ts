import { sql } from 'drizzle-orm'
import { bigint, boolean, date, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { primaryId, timestamp } from '#server/db/columns.ts'
import type { Notes } from '#server/db/backup/make.ts'

/** A backup, or a failed attempt to make one, which has no file and the reason in `error`. */
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
    /** Row counts and checksums of the tables, which a backup proof compares with the restored tables. */
    notes: jsonb().$type<Notes>(),
    /** When the schedule removed the backup file. */
    removed_at: timestamp(),
  },
  // Index for finding the newest backups, and the newest successful backup.
  (t) => [
    index('backup_started_at').on(t.started_at),
    index('backup_stored')
      .on(t.started_at)
      .where(sql`error is null`),
  ],
)

const PROOF_OUTCOMES = ['restored', 'checksum', 'failed'] as const

/** A check of a backup: by restoring the file into a scratch database, or only by comparing its checksum. */
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
    // Index for finding the newest proof of each outcome.
    index('backup_proof_outcome').on(t.outcome, t.started_at),
    // Index for deleting a backup with its proofs.
    index('backup_proof_backup').on(t.backup_id),
  ],
)

/** Days on which the admins were mailed about backups; the primary key allows one mail a day. */
export const backupAlert = pgTable('backup_alert', { day: date().primaryKey(), problems: text().array().notNull() })
