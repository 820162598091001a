export type CsvCell = string | number

/** `key` is the key of a table column; the file lacks the columns that the reader has hidden. */
export type CsvColumn<Row> = { key: string; header: string; value: (row: Row) => CsvCell }

/** Makes spreadsheets read the file as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'
/** Characters that spreadsheets trim or do not show; a formula may begin after them. */
const HIDDEN = String.raw`[\s\p{Cc}\p{Cf}\p{Z}\p{M}\u115F\u1160\u3164\uFFA0]*`
const SIGN = HIDDEN + String.raw`[=+\-@\u2212\uFE62\uFE63\uFE66\uFE6B\uFF0B\uFF0D\uFF1D\uFF20]`
/** Text that a spreadsheet may read as a formula. */
const FORMULA = new RegExp(String.raw`^(?:${SIGN}|[\s\p{Cc}\p{Cf}])`, 'u')
/** Formulas after a character that a spreadsheet may read as a cell separator. */
const INNER_FORMULA = new RegExp(String.raw`(?<=[;\t\r\n])(?![;\t\r\n])(?=${SIGN})`, 'gu')

const asText = (text: string) => (FORMULA.test(text) ? `'${text}` : text).replace(INNER_FORMULA, "'")

function quoted(cell: CsvCell): string {
  // Only texts are escaped, because a number with a minus is not a formula.
  const text = typeof cell === 'string' ? asText(cell) : String(cell)
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** CSV by RFC 4180: commas, CRLF, quotes where needed. */
export function csvOf<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string {
  const lines = [columns.map(({ header }) => header), ...rows.map((row) => columns.map(({ value }) => value(row)))]
  return BYTE_ORDER_MARK + lines.map((cells) => `${cells.map(quoted).join(',')}\r\n`).join('')
}
