import type { BackupProblem } from '#shared/api/backups.ts'
import { periodStart, proofStart, type Every } from '#server/db/backup/schedule.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** The age in milliseconds at which admins are mailed about the newest backup or backup proof. */
const LATE = 48 * HOUR
const BACKUP_RETRY = 30 * MINUTE
const PROOF_RETRY = HOUR
const PROOF_TRIES = 3

export type BackupState = {
  /** When the first backup attempt started; lateness is measured from it until a backup has succeeded. */
  began_at: Date | null
  backup: { at: Date; name: string } | null
  backup_failure: { at: Date; error: string } | null
  /** The newest backup proof that succeeded, either by a restore or by the checksum alone. */
  proof: { at: Date } | null
  proof_failure: { at: Date; error: string } | null
  /** Number of failed proofs since this night's proof was due (`proofStart`). */
  proof_tries: number
}

export function isBackupDue(state: BackupState, every: Every, now: Date): boolean {
  if (every === 'off') return false
  if (state.backup && state.backup.at >= periodStart(every, now)) return false
  return !state.backup_failure || state.backup_failure.at.getTime() <= now.getTime() - BACKUP_RETRY
}

/** A proof is due once a night, and again after a failure, since the store may have been unreachable. */
export function isProofDue(state: BackupState, every: Every, now: Date): boolean {
  if (every === 'off' || !state.backup) return false
  if (state.proof && state.proof.at >= proofStart(now)) return false
  if (!state.proof_failure || state.proof_failure.at < proofStart(now)) return true
  return state.proof_tries < PROOF_TRIES && state.proof_failure.at.getTime() <= now.getTime() - PROOF_RETRY
}

export function problemsOf(state: BackupState, every: Every, now: Date): BackupProblem[] {
  if (every === 'off') return []
  const isLate = (last: { at: Date } | null) => {
    const since = last?.at ?? state.began_at
    return since !== null && since.getTime() < now.getTime() - LATE
  }
  const found: [BackupProblem, boolean][] = [
    ['backup_failed', state.backup_failure !== null],
    ['backup_late', isLate(state.backup)],
    ['proof_failed', state.proof_failure !== null],
    ['proof_late', isLate(state.proof)],
  ]
  return found.filter(([, is]) => is).map(([problem]) => problem)
}

const quoted = (value: string) => (/^[\w./:@-]+$/.test(value) ? value : `'${value.replaceAll("'", `'\\''`)}'`)

type Place = { to: string; s3: { endpoint: string; region: string } | null; recipient: string | null }

/** The commands prompt for secrets, so that the printed commands contain no secrets. */
export function restoreCommands({ to, s3, recipient }: Place, newest: string | null): string[] {
  const identity = recipient === null ? '' : 'BACKUP_IDENTITY=watek-key.txt '
  if (!s3) return [`${identity}bun run restore ${quoted(newest ?? 'FILE')}`]
  const keys = ['BACKUP_S3_ACCESS_KEY_ID', 'BACKUP_S3_SECRET_ACCESS_KEY']
  const place = { BACKUP_TO: to, BACKUP_S3_ENDPOINT: s3.endpoint, BACKUP_S3_REGION: s3.region }
  return [
    ...keys.map((key) => `read -rsp '${key}: ' ${key} && export ${key}`),
    `export ${Object.entries(place)
      .map(([name, value]) => `${name}=${quoted(value)}`)
      .join(' ')}`,
    `${identity}bun run restore latest`,
  ]
}
