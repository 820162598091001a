import { and, count, desc, eq, gt, gte, inArray, isNotNull, isNull, lt, max, sql } from 'drizzle-orm'
import type { BackupProblem } from '#shared/api/backups.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import type { MadeBackup } from '#server/db/backup/make.ts'
import type { Proof } from '#server/db/backup/prove.ts'
import { proofStart } from '#server/db/backup/schedule.ts'
import { user } from '../users/table.ts'
import type { BackupState } from './rules.ts'
import { backup, backupAlert, backupProof } from './table.ts'

const EPOCH = new Date(0)

type BackupRow = typeof backup.$inferSelect
type ProofRow = typeof backupProof.$inferSelect & { backup_at: Date }

export async function findNewestBackup(tx: DbOrTx): Promise<BackupRow | null> {
  const [row] = await tx.select().from(backup).where(isNull(backup.error)).orderBy(desc(backup.started_at)).limit(1)
  return row ?? null
}

const newestFailure = (tx: DbOrTx, since: Date) =>
  tx
    .select({ at: backup.started_at, error: sql<string>`${backup.error}` })
    .from(backup)
    .where(and(isNotNull(backup.error), gt(backup.started_at, since)))
    .orderBy(desc(backup.started_at))
    .limit(1)

export async function findNewestProof(tx: DbOrTx, outcomes: Proof['outcome'][]): Promise<ProofRow | null> {
  const [row] = await tx
    .select({ proof: backupProof, backup_at: backup.started_at })
    .from(backupProof)
    .innerJoin(backup, eq(backup.id, backupProof.backup_id))
    .where(inArray(backupProof.outcome, outcomes))
    .orderBy(desc(backupProof.started_at))
    .limit(1)
  return row ? { ...row.proof, backup_at: row.backup_at } : null
}

const newestProofFailure = (tx: DbOrTx, since: Date) =>
  tx
    .select({ at: backupProof.started_at, error: sql<string>`coalesce(${backupProof.error}, '')` })
    .from(backupProof)
    .where(and(eq(backupProof.outcome, 'failed'), gt(backupProof.started_at, since)))
    .orderBy(desc(backupProof.started_at))
    .limit(1)

type FullState = BackupState & { stored: BackupRow | null; proven: ProofRow | null }

export async function readBackupState(tx: DbOrTx, now: Date): Promise<FullState> {
  const stored = await findNewestBackup(tx)
  const proven = await findNewestProof(tx, ['restored', 'checksum'])
  const [failure] = await newestFailure(tx, stored?.started_at ?? EPOCH)
  const [proofFailure] = await newestProofFailure(tx, proven?.started_at ?? EPOCH)
  const [tries] = await tx
    .select({ count: count() })
    .from(backupProof)
    .where(and(eq(backupProof.outcome, 'failed'), gte(backupProof.started_at, proofStart(now))))
  const [first] = await tx.select({ at: backup.started_at }).from(backup).orderBy(backup.started_at).limit(1)
  return {
    began_at: first?.at ?? null,
    backup: stored && { at: stored.started_at, name: stored.name! },
    backup_failure: failure ?? null,
    proof: proven && { at: proven.started_at },
    proof_failure: proofFailure ?? null,
    proof_tries: tries?.count ?? 0,
    stored,
    proven,
  }
}

/** Returns when the newest backup and the newest proof that restored a backup started, in milliseconds since 1970. */
export async function newestTimes(tx: DbOrTx): Promise<{ backup: number | null; restored: number | null }> {
  const [stored] = await tx
    .select({ at: max(backup.started_at) })
    .from(backup)
    .where(isNull(backup.error))
  const [restored] = await tx
    .select({ at: max(backupProof.started_at) })
    .from(backupProof)
    .where(eq(backupProof.outcome, 'restored'))
  return { backup: stored?.at?.getTime() ?? null, restored: restored?.at?.getTime() ?? null }
}

type Times = { started_at: Date; finished_at: Date }

/** `made.removed` names the outdated backups whose files the caller has already deleted. */
export async function insertBackup(tx: DbOrTx, times: Times, made: MadeBackup): Promise<void> {
  const { removed, ...row } = made
  await tx.insert(backup).values({ ...times, ...row })
  if (removed.length > 0)
    await tx.update(backup).set({ removed_at: times.finished_at }).where(inArray(backup.name, removed))
}

export async function insertFailure(tx: DbOrTx, times: Times, error: string): Promise<void> {
  await tx.insert(backup).values({ ...times, error })
}

export async function insertProof(
  tx: DbOrTx,
  backup_id: number,
  times: Times,
  proof: Proof | { outcome: 'failed'; error: string },
): Promise<void> {
  await tx.insert(backupProof).values({ backup_id, ...times, ...proof })
}

export async function isRunning(tx: DbOrTx): Promise<boolean> {
  const [row] = await tx.execute(sql`
    select 1 from graphile_worker.jobs
    where task_identifier in ('make_backup', 'prove_backup') and (locked_at is not null or run_at <= now())
      and attempts < max_attempts limit 1`)
  return row !== undefined
}

/** The scratch databases belong to a running backup proof, or were left behind by a killed one. */
export async function hasScratchDatabases(tx: DbOrTx): Promise<boolean> {
  const [row] = await tx.execute(sql`
    select 1 from pg_database scratch, pg_database own
    where own.datname = current_database() and starts_with(scratch.datname, 'watek_proof_' || own.oid || '_') limit 1`)
  return row !== undefined
}

/** Returns true to only one process each day, which then mails the alert. */
export async function insertAlert(tx: DbOrTx, day: string, problems: BackupProblem[]): Promise<boolean> {
  const rows = await tx.insert(backupAlert).values({ day, problems }).onConflictDoNothing().returning()
  return rows.length > 0
}

export async function findAdmins(tx: DbOrTx): Promise<number[]> {
  const rows = await tx
    .select({ id: user.id })
    .from(user)
    .where(and(user.is_admin, user.email_verified, isNull(user.deleted_at)))
    .orderBy(user.id)
  return rows.map(({ id }) => id)
}

export async function findReader(tx: DbOrTx, id: number) {
  const [row] = await tx
    .select({ username: user.username, email: user.email, lang: user.language })
    .from(user)
    .where(and(eq(user.id, id), user.is_admin, isNull(user.deleted_at)))
  return row ?? null
}

export async function deleteOldRows(tx: DbOrTx, before: Date): Promise<void> {
  await tx.delete(backup).where(and(lt(backup.finished_at, before), isNotNull(backup.error)))
  await tx.delete(backup).where(lt(backup.removed_at, before))
  await tx.delete(backupAlert).where(lt(backupAlert.day, before.toISOString().slice(0, 10)))
}
