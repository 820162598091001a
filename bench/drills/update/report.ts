import { table } from '../../report.ts'
import { median } from '../../load/samples.ts'
import type { UpdateDrillResult } from './run.ts'

const seconds = (values: number[]) =>
  values.length === 0 ? ['', ''] : [`${median(values).toFixed(1)} s`, `${Math.max(...values).toFixed(1)} s`]

export function updateReport({ faults, good, ...result }: UpdateDrillResult): string {
  const times = faults.reduce((sum, fault) => sum + fault.times, 0)
  return [
    `Run on ${new Date().toISOString().slice(0, 10)}, ${result.minutes.toFixed(0)} minutes, 6 writers and 3 ` +
      `readers on a forum of ${result.posts.toLocaleString('en')} posts with 2 workers, ` +
      `${times} broken updates at random moments: ` +
      `${result.acknowledged.toLocaleString('en')} writes acknowledged, ${result.repeated.toLocaleString('en')} ` +
      `repeated because the server was read-only or killed, ${result.looked.toLocaleString('en')} comparisons, ` +
      `${result.wrong.length} disagreements.`,
    table(
      ['broken by', 'times', 'new version', 'old version', 'refused', 'until it ran: median', 'longest', 'wrong'],
      faults.map((fault) => [
        fault.fault,
        fault.times,
        fault.outcomes.done ?? 0,
        fault.outcomes.undone ?? 0,
        fault.outcomes.refused ?? 0,
        ...seconds(fault.seconds),
        fault.wrong.length,
      ]),
    ),
    'The time lasts from the fault, or from the end of an update that was taken back, until the right version ran by ' +
      'itself and took a write.',
    table(
      ['good update', 'times', 'median', 'longest', 'read-only: median', 'longest', 'announced', 'failed requests'],
      good.map((one) => [
        one.title,
        one.times,
        ...seconds(one.seconds),
        ...seconds(one.readOnly),
        one.announced.map((value) => `${value} s`).join(', '),
        `${one.failed.toLocaleString('en')} of ${one.requests.toLocaleString('en')}`,
      ]),
    ),
    ...(result.wrong.length > 0
      ? [
          result.wrong
            .slice(0, 20)
            .map((line) => `- ${line}`)
            .join('\n'),
        ]
      : []),
  ].join('\n\n')
}
