import type { HooksResult } from './run.ts'

export function hooksReport(result: HooksResult): string {
  const { kills, comments, edits, events, received, repeated, p50, p99, wrong } = result
  return [
    '| kills | comments, edits acknowledged | events | received | repeated | p50, p99 without faults | wrong |',
    '|---|---|---|---|---|---|---|',
    `| ${kills} | ${comments}, ${edits} | ${events} | ${received} | ${repeated} | ${p50} ms, ${p99} ms | ` +
      `${wrong.length} |`,
  ].join('\n')
}
