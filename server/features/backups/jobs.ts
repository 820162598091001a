import { join } from 'node:path'
import type { Services } from '#server/context.ts'
import { BackupError } from '#server/db/backup/archive.ts'
import type { Db } from '#server/db/driver/client.ts'
import { addJob } from '#server/jobs/add.ts'
import type { Schedule, TasksOf } from '#server/jobs/task.ts'
import { databaseBytes } from '../admin/database/queries.ts'
import { backupMail } from './mails.ts'
import {
  deleteOldRows,
  findAdmins,
  findNewestBackup,
  hasScratchDatabases,
  insertAlert,
  insertBackup,
  insertFailure,
  insertProof,
  isRunning,
  readBackupState,
} from './queries.ts'
import { isBackupDue, isProofDue, problemsOf } from './rules.ts'
import { runBackupProcess } from './run.ts'
import { backupSettings } from './settings.ts'

const KEPT_MS = 60 * 86_400_000

async function alertAdmins(services: Services): Promise<void> {
  const { db, now } = services
  const at = now()
  const problems = problemsOf(await readBackupState(db, at), backupSettings(services).every, at)
  if (problems.length === 0) return
  await (db as Db).transaction(async (tx) => {
    if (!(await insertAlert(tx, at.toISOString().slice(0, 10), problems))) return
    const admins = await findAdmins(tx)
    for (const user_id of admins.length > 0 ? admins : [null])
      await addJob(tx, 'send_backup_mail', { user_id, problems })
  })
}

/** Drops the scratch databases of killed backup proofs, unless a proof is running. */
async function clearLeftovers(services: Services, signal: AbortSignal): Promise<void> {
  if (!(await hasScratchDatabases(services.db))) return
  await runBackupProcess(services, { kind: 'clear' }, signal).catch((error: unknown) => {
    if (!(error instanceof BackupError)) throw error
  })
}

export const backupTasks: TasksOf<'plan_backups' | 'make_backup' | 'prove_backup' | 'send_backup_mail'> = {
  async plan_backups(services, _, signal) {
    const { db, now } = services
    const { every } = backupSettings(services)
    const at = now()
    const state = await readBackupState(db, at)
    const isBusy = await isRunning(db)
    if (!isBusy) await clearLeftovers(services, signal)
    const task = isBackupDue(state, every, at) ? 'make_backup' : isProofDue(state, every, at) ? 'prove_backup' : null
    if (task && !isBusy) await addJob(db, task, {}, { key: task, long: true })
    // Admins are alerted only if no job was added, because the job may solve the problem.
    else await alertAdmins(services)
    await deleteOldRows(db, new Date(at.getTime() - KEPT_MS))
  },

  async make_backup(services, { requested = false }, signal) {
    const { db, log, now } = services
    const started_at = now()
    const { stored, ...state } = await readBackupState(db, started_at)
    // An earlier run of this job may have recorded its backup before it was killed.
    if (!requested && !isBackupDue(state, backupSettings(services).every, started_at)) return
    const { recipient, keep } = backupSettings(services)
    try {
      const work = { kind: 'make', recipient, keep, lastBytes: stored?.bytes ?? 0, now: started_at } as const
      const reply = await runBackupProcess(services, work, signal)
      if ('made' in reply) await insertBackup(db, { started_at, finished_at: now() }, reply.made)
    } catch (error) {
      if (!(error instanceof BackupError)) throw error
      log.error('A backup could not be made', { error: error.message })
      await insertFailure(db, { started_at, finished_at: now() }, error.message)
    }
    await alertAdmins(services)
  },

  async prove_backup(services, { requested = false }, signal) {
    const { db, log, now } = services
    const started_at = now()
    const stored = await findNewestBackup(db)
    if (!stored?.notes) return
    if (!requested && !isProofDue(await readBackupState(db, started_at), backupSettings(services).every, started_at))
      return
    const backup = { name: stored.name!, bytes: stored.bytes, sha256: stored.sha256!, notes: stored.notes }
    const { identity } = backupSettings(services)
    try {
      const size = (await isDatabaseHere(services)) ? await databaseBytes(db) : 0
      const reply = await runBackupProcess(services, { kind: 'prove', backup, identity, databaseBytes: size }, signal)
      if ('proof' in reply) await insertProof(db, stored.id, { started_at, finished_at: now() }, reply.proof)
    } catch (error) {
      if (!(error instanceof BackupError)) throw error
      log.error('A backup could not be restored', { error: error.message, backup: backup.name })
      const failed = { outcome: 'failed', error: error.message } as const
      await insertProof(db, stored.id, { started_at, finished_at: now() }, failed)
    }
    await alertAdmins(services)
  },

  async send_backup_mail(services, mail) {
    const content = await backupMail(services, mail)
    if (content) await services.mailer.send(content)
  },
}

async function isDatabaseHere({ config }: Services): Promise<boolean> {
  return Bun.file(join(config.dataDir, 'postgres/postmaster.pid')).exists()
}

export const backupSchedule: Schedule[] = [{ task: 'plan_backups', match: '*/5 * * * *' }]
