import { table } from '../../report.ts'
import { median } from '../../load/samples.ts'
import type { ChaosResult } from './run.ts'

const seconds = (value: number) => `${value.toFixed(2)} s`

export function chaosReport(result: ChaosResult): string {
  const { faults, found, mails, wrong, skipped } = result
  const lost = (kind: string) => wrong.filter((line) => line.includes(`${kind.replace(/s$|s on .*$/, '')} `)).length
  return [
    `Run on ${new Date().toISOString().slice(0, 10)}, ${result.minutes.toFixed(0)} minutes, 12 writers, 4 ` +
      'readers and 40 open event streams on a forum of 5,000 posts, each fault a second after recovery from the ' +
      `last: ${result.acknowledged.toLocaleString('en')} writes acknowledged, ` +
      `${result.repeated.toLocaleString('en')} repeated because no response came, ` +
      `${result.looked.toLocaleString('en')} comparisons, ${wrong.length} disagreements.`,
    table(
      ['fault', 'times', 'recovery: median', 'longest', 'wrong'],
      faults.map(({ fault, times, seconds: all, wrong: own }) => [
        fault,
        times,
        all.length ? seconds(median(all)) : '',
        all.length ? seconds(Math.max(...all)) : '',
        own.length,
      ]),
    ),
    'Recovery ends with the next successful vote; for a full disk with the next upload, ' +
      'for a missing mail server when no mail waits.',
    table(
      ['acknowledged', 'number', 'missing or duplicated'],
      found.map(({ kind, acknowledged }) => [
        kind,
        acknowledged.toLocaleString('en'),
        kind === 'mails' ? mails.twice : lost(kind),
      ]),
    ),
    'Each acknowledged message to one of the members with an open stream was received by it, and as new only ' +
      `once, or read again after one of ${result.resyncs} resyncs.`,
    ...(skipped.length > 0 ? [`Left out here: ${skipped.join('; ')}.`] : []),
    ...(wrong.length > 0
      ? [
          wrong
            .slice(0, 20)
            .map((line) => `- ${line}`)
            .join('\n'),
        ]
      : []),
  ].join('\n\n')
}
