import { table } from '../../report.ts'
import type { BackupResult } from './run.ts'

const whole = (value: number) => Math.round(value).toLocaleString('en')

export function backupReport({
  sizes,
  file,
  restore,
  compared,
  acknowledged,
  found,
  reads,
  wrong,
}: BackupResult): string {
  const rows = [
    [
      'forum',
      `${whole(sizes.posts)} posts, ${whole(sizes.comments)} comments, ${whole(sizes.votes)} votes, ` +
        `${whole(sizes.users)} members, and what was written to it since`,
    ],
    ['backup under load', `${whole(file.seconds)} s, ${whole(file.mib)} MiB`],
    ['restore', `${whole(restore.seconds)} s, into ${whole(restore.mib)} MiB`],
    [
      'compared with the sums in the file',
      `${compared.tables} tables, ${whole(compared.rows)} rows, ${whole(compared.mib)} MiB of text`,
    ],
    ['writes acknowledged', `${whole(acknowledged.before)} before the snapshot, ${whole(acknowledged.after)} after it`],
    [
      'a second',
      `${acknowledged.perSecondAlone.toFixed(1)} before the backup, ` +
        `${acknowledged.perSecondMeanwhile.toFixed(1)} during it`,
    ],
    [
      'looked for in the restored forum',
      `${whole(found.looked)} acknowledged writes that must be there, ${whole(found.later)} later texts that must not`,
    ],
    [
      'answers to readers meanwhile',
      Object.entries(reads)
        .map(([status, count]) => `${whole(count)} with ${status}`)
        .join(', '),
    ],
    ['disagreements', String(wrong.length)],
  ]
  return [table(['what', 'came to'], rows), ...wrong.slice(0, 30).map((line) => `- ${line}`)].join('\n')
}
