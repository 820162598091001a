import { loadavg } from 'node:os'
import { table } from '../../report.ts'
import { BURST_LIMIT } from './checks.ts'
import { LATE_MS } from './database.ts'
import { PROMOTION_DELAY_MS } from './faults.ts'
import { RATE } from './load.ts'
import { SERVERS, WORKERS } from './parts.ts'
import { SIZES, type ClusterResult, type FaultResult } from './run.ts'

const number = (value: number) => value.toLocaleString('en')
const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`

function row({
  fault,
  times,
  requests,
  failed,
  away,
  back,
  notSeen,
  removals,
  shownLate,
}: FaultResult): (string | number)[] {
  const total = [...failed.values()].reduce((sum, count) => sum + count, 0)
  const kinds = [...failed]
    .toSorted((a, b) => b[1] - a[1])
    .map(([kind, count]) => `${number(count)} ${kind}`)
    .join(', ')
  const longest = back.includes(null)
    ? 'not within a minute'
    : back.length === 0
      ? ''
      : seconds(Math.max(...(back as number[])))
  return [
    fault.title,
    times || '',
    Math.max(0, ...away) > 100 ? seconds(Math.max(...away)) : '',
    `${number(total)} of ${number(requests)}`,
    kinds,
    longest,
    notSeen,
    `${shownLate} of ${removals}`,
  ]
}

export function clusterReport(result: ClusterResult): string {
  const { faults, calm, pairs, notSeen, wrong } = result
  const writesAfter = faults.flatMap(({ writesAfter: all }) => all)
  const whileAway = faults
    .filter(({ passed }) => passed.length > 0)
    .map(({ fault, passed }) => `${passed.join(', ')} (${fault.name})`)
  return [
    `Run on ${new Date().toISOString().slice(0, 10)}, ${result.minutes.toFixed(0)} minutes, ${result.rounds} ` +
      `${result.rounds === 1 ? 'round' : 'rounds'}, everything on one machine of ${navigator.hardwareConcurrency} ` +
      `cores (load average of the last 15 minutes: ${loadavg()[2]!.toFixed(1)}): HAProxy (the backend of ` +
      `\`docs/deploy/haproxy.cfg\`), ${SERVERS} servers of ${WORKERS} workers, Redis, PgBouncer in transaction ` +
      `mode, PostgreSQL 18 with a synchronous replica and one that applies everything ${LATE_MS / 1_000} s late ` +
      `(fsync off), media in: ${result.storeName}. A forum of ${number(SIZES.posts)} posts, at most ${RATE} ` +
      `requests a second: ${number(result.requests)} requests and ${number(result.acknowledged)} acknowledged ` +
      'writes in all. A request without an answer within 10 s has failed.',
    table(
      [
        'fault',
        'times',
        'part away at most',
        'failed requests',
        'by kind',
        'longest time back',
        'own writes not seen',
        'removed content shown after 1 s',
      ],
      [row(calm), ...faults.map(row)],
    ),
    'The time back lasts from the first failed request to the first of 20 successes in a row that include every ' +
      `kind that failed. The primary's replica is promoted ${PROMOTION_DELAY_MS / 1_000} s after the ` +
      `kill${
        writesAfter.length > 0
          ? '; the first write sent after the promotion was acknowledged after ' +
            `${seconds(Math.max(...writesAfter))} at ` +
            'most'
          : ''
      }.`,
    table(
      ['looked for', 'looked at', 'found'],
      [
        [
          'acknowledged writes that are missing, texts stored twice, wrong counters',
          `${number(result.looked)} comparisons`,
          result.lost.length,
        ],
        ['own writes not seen by the next read', `${number(pairs)} pairs`, notSeen.length],
        [
          'removed posts shown',
          `${number(result.removals)} removals, on every server and the balancer`,
          `at most ${seconds(result.longestShown)} after the removal`,
        ],
        [
          `of 100 parallel requests against a limit of ${BURST_LIMIT}, passed`,
          `${result.passedInCalm.length} times`,
          [...new Set(result.passedInCalm)].join(', '),
        ],
        ...(whileAway.length > 0
          ? [['the same while Redis is away', `${whileAway.length} faults`, whileAway.join('; ')]]
          : []),
      ],
    ),
    ...(wrong.length > 0
      ? [
          `Disagreements:\n\n${[...wrong, ...notSeen]
            .slice(0, 20)
            .map((line) => `- ${line}`)
            .join('\n')}`,
        ]
      : []),
  ].join('\n\n')
}
