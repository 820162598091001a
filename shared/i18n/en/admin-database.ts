import { counted, formatNumber } from '../plural.ts'
import type { adminDatabase as pl } from '../pl/admin-database.ts'

export const adminDatabase: typeof pl = {
  heading: 'Database',
  size: 'Database size',
  tableCount: 'Tables',
  totalRows: 'Rows in all',
  tables: 'Tables',
  name: 'Table',
  rows: 'Rows',
  share: 'Share',
  percent: (percent) => `${formatNumber('en', Math.round(percent * 10) / 10)}%`,
  tableSize: 'Size',
  browse: 'Browse',
  withheld: 'no preview: confidential or internal data',
  browseTable: (name) => `Browse ${name}`,
  preview: (name) => `Preview of table ${name}`,
  shown: (shown, total) =>
    `${counted('en', shown, { one: 'row', other: 'rows' })} of ${formatNumber('en', total)}, newest first`,
  redacted: 'hidden',
  hint: 'Read-only preview. Passwords, tokens and the text of messages are hidden.',
  close: 'Close',
  empty: 'The table is empty.',
  failed: 'Failed to load table data',
}
