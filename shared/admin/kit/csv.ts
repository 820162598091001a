export type CsvCell = string | number

/** `key` is the key of the table's column, so that both are hidden together. */
export type CsvColumn<Row> = { key: string, header: string, value: (row: Row) => CsvCell }

/** Marks the text as UTF-8 for spreadsheets. */
const BYTE_ORDER_MARK = '\uFEFF'
/** First characters that make a spreadsheet read a formula: signs, also in full width, and white space that is trimmed. */
const FORMULA = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/

function quoted(cell: CsvCell): string {
  // Only texts: our own numbers may begin with a minus.
  const text = typeof cell === 'string' && FORMULA.test(cell) ? `'${cell}` : String(cell)
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** CSV by RFC 4180: commas, CRLF, quotes where needed. */
export function csvOf<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string {
  const lines = [columns.map(({ header }) => header), ...rows.map((row) => columns.map(({ value }) => value(row)))]
  return BYTE_ORDER_MARK + lines.map((cells) => `${cells.map(quoted).join(',')}\r\n`).join('')
}
