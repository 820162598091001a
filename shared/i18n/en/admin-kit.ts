import { counted, formatNumber } from '../plural.ts'
import type { adminKit as pl } from '../pl/admin-kit.ts'

const savedRows = (n: number) => `Saved ${counted('en', n, { one: 'row', other: 'rows' })}`

export const adminKit: typeof pl = {
  search: 'Search',
  searchAction: 'Search',
  rows: (from, to, total) =>
    total === 0
      ? 'No results'
      : `${formatNumber('en', from)}–${formatNumber('en', to)} of ${formatNumber('en', total)}`,
  pager: { label: 'Pages', previous: 'Previous', next: 'Next', page: (n) => `Page ${n}` },
  actions: 'Actions',
  columns: 'Columns',
  yes: 'yes',
  no: 'no',
  cancel: 'Cancel',
  delete: 'Delete',
  refresh: 'Refresh',
  retry: 'Try again',
  loadFailed: 'The data could not be loaded',
  broken: 'This part of the panel cannot be shown',
  brokenText: 'Load the panel again. If that does not help, look into the server log.',
  offline: 'No connection to the server.',
  unknownError: 'Unknown error',
  failed: 'Error: ',
  failedLoudly: '❌ Error: ',
  deleteFailed: 'Error while deleting: ',
  deleted: 'Deleted successfully',
  rateLimit: 'Rate Limit: ',
  export: {
    button: 'Export CSV',
    progress: (read, all) => `${formatNumber('en', read)} of ${formatNumber('en', all)}`,
    saved: (rows) => `${savedRows(rows)}.`,
    cut: (rows, total) =>
      `${savedRows(rows)} of ${formatNumber('en', total)}. One export holds no more: narrow the list.`,
    searchCut: (rows) => `${savedRows(rows)}. A search finds no more: narrow it if something is missing.`,
    stopped: 'Export stopped: the list was closed.',
    failed: 'Export failed: ',
    id: 'ID',
  },
}
