import { machine, table } from '../../report.ts'
import type { WaveResult } from './run.ts'

const number = (value: number) => value.toLocaleString('en')
const seconds = (value: number) => `${value.toFixed(value < 10 ? 2 : 0)} s`
const spread = ({ median, longest }: { median: number; longest: number }) => `${seconds(median)}, ${seconds(longest)}`

export function waveReport({ both, bans, ...wave }: WaveResult): string {
  return [
    `Run on ${new Date().toISOString().slice(0, 10)} on a forum of ${number(wave.posts)} posts; servers, ` +
      `database and browsers on ${machine()}. The wave of ten minutes was compressed to ${number(wave.seconds)} s, ` +
      'under the limits of a new server. The moderator came after it, reports first, and read nothing: the time is ' +
      'what the panel needs. Limits were raised from there on, since a moderator may write 120 times a minute, ' +
      'which is 60 cases.',
    table(
      ['what', 'figure'],
      [
        ['posts that 50 new accounts tried to write', number(wave.tried)],
        ['refused', [...wave.refused].map(([code, count]) => `${number(count)} ${code}`).join(', ')],
        ['removed by a filter (link to a domain)', number(wave.removed)],
        ['held by a filter (word)', number(wave.held)],
        ['held as a repeated text', number(wave.repeated)],
        ['got through, and reported by two members each', number(wave.passed)],
        ['honest posts with the word of the filter, held', number(wave.honest)],
        ['cases in the queue', number(wave.queue)],
        ['time of the moderator', seconds(wave.took)],
        ['a case: median, longest', spread(wave.cases)],
        ['visible until removed: median, longest', spread(wave.visible)],
        ['decisions taken back by keys, and by the API', `${number(wave.undone.keys)}, ${number(wave.undone.calls)}`],
        [
          `${both.cases} cases, two moderators: decided by each`,
          `${both.decided.join(' and ')} in ${seconds(both.seconds)}`,
        ],
        ...bans.times.map(({ name, ...times }) => [
          `${name}: seen by open streams, refused, ended, on the later of two servers`,
          Object.values(times)
            .map((ms) => `${ms.toFixed(0)} ms`)
            .join(', '),
        ]),
        ['disagreements', number(wave.wrong.length)],
      ],
    ),
    'Compared when the queue was cleared and when everything was taken back: posts, karma and points, ' +
      'what a visitor finds, and all counters.',
  ].join('\n\n')
}
