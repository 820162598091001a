export type CsvCell = string | number

/** A column of an export. Its key is that of the table's column beside which it belongs, so that both are put away together. */
export type CsvColumn<Row> = { key: string, header: string, value: (row: Row) => CsvCell }

/** Tells a spreadsheet that the text is UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'
/** What makes a formula of a text: the signs, also in full width, and the white space that is cut off before them. */
const FORMULA = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/

function quoted(cell: CsvCell): string {
  // What people wrote is text, never a formula; a number of ours may well begin with a minus.
  const text = typeof cell === 'string' && FORMULA.test(cell) ? `'${cell}` : String(cell)
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Rows under their headings as RFC 4180 has them: commas, CRLF after each line, quotes where they are needed; with a byte order mark. */
export function csvOf<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string {
  const lines = [columns.map(({ header }) => header), ...rows.map((row) => columns.map(({ value }) => value(row)))]
  return BYTE_ORDER_MARK + lines.map((cells) => `${cells.map(quoted).join(',')}\r\n`).join('')
}
