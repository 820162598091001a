import * as v from 'valibot'
import { endpoint } from './contract.ts'
import { success, time } from './fields.ts'

/** `late`: there was no backup, or no test of a backup, for two days. */
const BackupProblem = v.picklist(['backup_failed', 'backup_late', 'proof_failed', 'proof_late'])
export type BackupProblem = v.InferOutput<typeof BackupProblem>

const Failure = v.nullable(v.object({ at: time, error: v.string() }))

const BackupStatus = v.object({
  every: v.picklist(['hour', '6h', 'day', 'off']),
  /** A folder of the server, or a URL like s3://bucket/prefix. */
  to: v.string(),
  is_encrypted: v.boolean(),
  /** Whether the server has the key, without which it cannot test its backups by a trial restore. */
  can_decrypt: v.boolean(),
  is_running: v.boolean(),
  next_at: v.nullable(time),
  last_backup: v.nullable(v.object({ name: v.string(), at: time, bytes: v.number(), seconds: v.number() })),
  /** The last failure; null as soon as a later backup succeeds. */
  backup_failure: Failure,
  last_proof: v.nullable(
    v.object({
      at: time,
      outcome: v.picklist(['restored', 'checksum']),
      backup_at: time,
      seconds: v.number(),
      tables: v.number(),
      rows: v.number(),
      files: v.number(),
    }),
  ),
  last_restored_at: v.nullable(time),
  proof_failure: Failure,
  problems: v.array(BackupProblem),
  /** Commands that restore the newest backup on another machine. */
  restore: v.array(v.string()),
})
export type BackupStatus = v.InferOutput<typeof BackupStatus>

export const adminBackups = {
  status: endpoint({
    method: 'GET',
    path: '/api/admin/backups',
    access: 'admin',
    scope: null,
    rate: 'read',
    input: v.object({}),
    output: BackupStatus,
    summary: 'The last backup, the last proof that it can be restored, and what is wrong',
  }),
  start: endpoint({
    method: 'POST',
    path: '/api/admin/backups',
    access: 'admin',
    scope: null,
    rate: 'write',
    repeat: 'succeeds_once',
    input: v.object({ kind: v.picklist(['backup', 'proof'], 'invalid') }),
    output: success,
    errors: ['not_found'],
    summary: 'Makes a backup now, or proves the newest one',
  }),
}
