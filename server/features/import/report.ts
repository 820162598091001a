import type { Counts, RecordKind } from './records.ts'

type Sum = { table: string; in: number; imported: number; merged: number; refused: number }

export type ReportSums = Partial<Record<RecordKind, Sum>>

export type Report = {
  source: string
  base_url: string
  legal_basis: string
  dry_run: boolean
  started_at: string
  finished_at: string
  sums: ReportSums
  /** Whether the imported, merged and refused rows of each table add up to the number of rows in the source. */
  agrees: boolean
  reasons: { kind: string; outcome: string; reason: string; count: number }[]
  /** Refused source rows, for the operator to check; at most 10,000. */
  refused: { kind: string; id: string; reason: string }[]
  notes: { kind: string; id: string; note: string }[]
}

export const agree = (sums: ReportSums, counts: Counts): boolean =>
  Object.entries(sums).every(
    ([kind, { in: rows, imported, merged, refused }]) =>
      rows === imported + merged + refused && rows === (counts[kind as RecordKind] ?? 0),
  )

const escaped = (value: string | number) =>
  String(value).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

function table(head: string[], rows: (string | number)[][]): string {
  const cells = (row: (string | number)[], tag: string) =>
    `<tr>${row.map((cell) => `<${tag}>${escaped(cell)}</${tag}>`).join('')}</tr>`
  return `<table>${cells(head, 'th')}${rows.map((row) => cells(row, 'td')).join('\n')}</table>`
}

export function reportHtml(report: Report): string {
  const { source, base_url, legal_basis, dry_run, started_at, finished_at, sums, agrees, reasons, refused, notes } =
    report
  const title = `Import: ${source} ${base_url}`
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escaped(title)}</title>
<style>body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:70rem;padding:0 1rem}
table{border-collapse:collapse;margin:1rem 0}td,th{border:1px solid #888;padding:.25rem .75rem;text-align:left}
</style></head><body>
<h1>${escaped(title)}</h1>
<p>${escaped(started_at)} – ${escaped(finished_at)}${dry_run ? ', a dry run: nothing was changed' : ''}</p>
<h2>On what basis the data are processed</h2><p>${escaped(legal_basis)}</p>
<h2>Rows</h2>
<p>${agrees ? 'Every row of the source is accounted for.' : 'The sums do not agree with the counts of the source.'}</p>
${table(
  ['table', 'rows', 'imported', 'merged', 'refused'],
  Object.values(sums).map((sum) => [sum.table, sum.in, sum.imported, sum.merged, sum.refused]),
)}
<h2>Reasons</h2>${table(
    ['kind', 'outcome', 'reason', 'rows'],
    reasons.map((one) => [one.kind, one.outcome, one.reason, one.count]),
  )}
<h2>Refused</h2>${table(
    ['kind', 'id', 'reason'],
    refused.map((one) => [one.kind, one.id, one.reason]),
  )}
<h2>Changed or worth a look</h2>${table(
    ['kind', 'id', 'what'],
    notes.map((one) => [one.kind, one.id, one.note]),
  )}
</body></html>
`
}
