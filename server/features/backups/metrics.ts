import type { BackupProblem } from '#shared/api/backups.ts'
import type { Services } from '#server/context.ts'
import { newestTimes, readBackupState } from './queries.ts'
import { problemsOf } from './rules.ts'
import { backupSettings } from './settings.ts'

type Metric = { name: string; help: string; samples: [labels: string, value: number][] }

const PROBLEMS: BackupProblem[] = ['backup_failed', 'backup_late', 'proof_failed', 'proof_late']

export async function backupMetrics(services: Pick<Services, 'db' | 'now' | 'settings' | 'config'>): Promise<Metric[]> {
  const { every } = backupSettings(services)
  if (every === 'off') return []
  const { db, now } = services
  const at = now()
  const { backup, restored } = await newestTimes(db)
  const problems = problemsOf(await readBackupState(db, at), every, at)
  const time = (ms: number | null): Metric['samples'] => (ms === null ? [] : [['', ms / 1_000]])
  return [
    { name: 'watek_backup_time_seconds', help: 'When the newest backup was made.', samples: time(backup) },
    {
      name: 'watek_backup_restored_time_seconds',
      help: 'When a backup was last restored into a scratch database and compared.',
      samples: time(restored),
    },
    {
      name: 'watek_backup_problem',
      help: 'Whether the last backup or its proof failed, or there was none for two days.',
      samples: PROBLEMS.map((kind) => [`{kind="${kind}"}`, Number(problems.includes(kind))]),
    },
  ]
}
