import type { HistoryTexts } from '../pl/history.ts'

export const history: HistoryTexts = {
  loading: 'Loading the versions',
  failed: 'The history could not be loaded',
  empty: 'There are no earlier versions. Corrections of the first two minutes are not kept.',
  changed: 'Changed',
  before: 'The version before this change',
  removed: 'Removed: ',
  added: 'Added: ',
  more: 'Show older versions',
  moreFailed: 'The older versions could not be loaded',
  remove: 'Delete this version',
  removeTitle: 'Delete this version?',
  removeText: 'It will be gone for good. The present text and the other versions stay.',
  removeFailed: 'The version could not be deleted',
}
