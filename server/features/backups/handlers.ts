import { join } from 'node:path'
import { ApiError } from '#shared/api/errors.ts'
import type { adminBackups } from '#shared/api/backups.ts'
import type { HandlersOf } from '#shared/api/contract.ts'
import type { CtxByAccess } from '#server/context.ts'
import { readIdentity } from '#server/db/backup/encryption.ts'
import { nextPeriod } from '#server/db/backup/schedule.ts'
import { isS3Place } from '#server/db/backup/store.ts'
import { addJob } from '#server/jobs/add.ts'
import { writeAudit } from '../audit/queries.ts'
import { findNewestBackup, findNewestProof, isRunning, readBackupState } from './queries.ts'
import { isBackupDue, problemsOf, restoreCommands } from './rules.ts'
import { backupSettings } from './settings.ts'

const seconds = ({ started_at, finished_at }: { started_at: Date; finished_at: Date }) =>
  Math.round((finished_at.getTime() - started_at.getTime()) / 1_000)

export const adminBackupsHandlers: HandlersOf<typeof adminBackups, CtxByAccess> = {
  status: async (ctx) => {
    const { db, now } = ctx
    const settings = backupSettings(ctx)
    const { every, to, recipient, identity } = settings
    const at = now()
    const state = await readBackupState(db, at)
    const { stored, proven } = state
    const restored = proven?.outcome === 'checksum' ? await findNewestProof(db, ['restored']) : proven
    const newest = stored && (isS3Place(to) ? stored.name! : join(to, stored.name!))
    return {
      every,
      to,
      is_encrypted: recipient !== null,
      can_decrypt: (await readIdentity(identity)) !== null,
      is_running: await isRunning(db),
      next_at: every === 'off' ? null : isBackupDue(state, every, at) ? at : nextPeriod(every, at),
      last_backup: stored && {
        name: stored.name!,
        at: stored.started_at,
        bytes: stored.bytes,
        seconds: seconds(stored),
      },
      backup_failure: state.backup_failure,
      last_proof: proven && {
        at: proven.started_at,
        outcome: proven.outcome === 'restored' ? 'restored' : 'checksum',
        backup_at: proven.backup_at,
        seconds: seconds(proven),
        tables: proven.tables,
        rows: proven.rows,
        files: proven.files,
      },
      last_restored_at: restored?.started_at ?? null,
      proof_failure: state.proof_failure,
      problems: problemsOf(state, every, at),
      restore: restoreCommands(settings, newest),
    }
  },

  start: (ctx, { kind }) =>
    ctx.db.transaction(async (tx) => {
      if (kind === 'proof' && !(await findNewestBackup(tx))) throw new ApiError('not_found')
      const task = kind === 'backup' ? 'make_backup' : 'prove_backup'
      await addJob(tx, task, { requested: true }, { key: task, long: true })
      await writeAudit(tx, ctx, { action: `backup.${kind}`, target_type: 'backup' })
      return { success: true }
    }),
}
