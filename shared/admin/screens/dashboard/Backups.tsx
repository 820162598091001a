import type { BackupStatus } from '#shared/api/backups.ts'
import { formatNumber } from '#shared/i18n/plural.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Notice } from '#shared/ui/Notice.tsx'
import { Skeleton } from '#shared/ui/Skeleton.tsx'
import { useAdmin } from '../../kit/context.ts'
import { LoadFailure } from '../../kit/LoadFailure.tsx'
import { Timestamp } from '../../kit/Timestamp.tsx'
import { useAction } from '../../kit/useAction.ts'
import type { Loaded } from '../../kit/useLoaded.ts'
import { Card } from './Cards.tsx'
import { formatSize } from '#shared/i18n/size.ts'

export function Backups({ loaded }: { loaded: Loaded<BackupStatus> }) {
  const { api, t } = useAdmin()
  const { runAction, isBusy } = useAction()
  const text = t.dashboard.backups
  const status = loaded.data

  async function start(kind: 'backup' | 'proof') {
    const started = await runAction({
      key: `start ${kind}`,
      call: () => api.adminBackups.start({ kind }),
      done: text.started[kind],
    })
    if (started) loaded.change((now) => ({ ...now, is_running: true }))
  }

  return (
    <>
      <LoadFailure loaded={loaded} />
      {status === null ? <Skeleton kind="block" /> : <Facts status={status} />}
      {status !== null && (
        <>
          <div className="btn-row">
            <Button size="small" busy={isBusy('start backup')} onClick={() => void start('backup')}>
              {text.start.backup}
            </Button>
            {status.last_backup && (
              <Button size="small" busy={isBusy('start proof')} onClick={() => void start('proof')}>
                {text.start.proof}
              </Button>
            )}
          </div>
          <details className="trend__numbers">
            <summary>{text.restore}</summary>
            <p>{text.restoreLead}</p>
            <pre className="commands" tabIndex={0} aria-label={text.restore}>
              {status.restore.join('\n')}
            </pre>
          </details>
        </>
      )}
    </>
  )
}

function Facts({ status }: { status: BackupStatus }) {
  const { t, lang } = useAdmin()
  const text = t.dashboard.backups
  const { last_backup: made, last_proof: proof, last_restored_at: restored } = status
  const errors = { backup_failed: status.backup_failure?.error, proof_failed: status.proof_failure?.error }
  return (
    <>
      {status.problems.map((problem) => {
        const reason = problem === 'backup_failed' || problem === 'proof_failed' ? errors[problem] : undefined
        return (
          <Notice key={problem} kind="danger">
            {text.problems[problem]}
            {reason !== undefined && ` ${text.reason(reason)}`}
          </Notice>
        )
      })}
      <dl className="backup-facts">
        <Card
          name={text.lastBackup}
          value={made ? <Timestamp at={made.at} /> : text.none}
          notes={[
            ...(made
              ? [{ text: `${formatSize(lang, made.bytes)}, ${text.seconds(formatNumber(lang, made.seconds))}` }]
              : []),
            { text: status.is_encrypted ? text.encrypted : text.unencrypted },
            { text: text.to(status.to) },
          ]}
        />
        <Card
          name={text.lastRestored}
          value={restored === null ? text.none : <Timestamp at={restored} />}
          notes={
            proof === null
              ? []
              : proof.outcome === 'restored'
                ? [{ text: text.compared(formatNumber(lang, proof.tables), formatNumber(lang, proof.rows)) }]
                : [{ text: text.checksumOnly, isWarning: true }]
          }
        />
        <Card
          name={text.every}
          value={text.everyValues[status.every]}
          notes={
            status.is_running
              ? [{ text: text.running }]
              : status.next_at === null
                ? []
                : [{ text: <NextBackup at={status.next_at} /> }]
          }
        />
      </dl>
    </>
  )
}

function NextBackup({ at }: { at: string }) {
  const { t } = useAdmin()
  return (
    <>
      {t.dashboard.backups.next} <Timestamp at={at} />
    </>
  )
}
