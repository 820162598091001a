import { table } from '../../report.ts'
import type { CostsResult } from './run.ts'

export function costsReport({ small, large, deviations }: CostsResult): string {
  const number = (value: number) => value.toPrecision(3)
  return [
    `A day of ${small.members} members (${small.requests} requests) says what one of ${large.members} needs:`,
    table(
      ['what', 'estimated', 'measured', 'off by'],
      deviations.map(({ name, estimated, measured, share }) => [
        name,
        number(estimated),
        number(measured),
        `${(share * 100).toFixed(1)} %`,
      ]),
    ),
  ].join('\n\n')
}
