import type { deletion as pl } from '../pl/deletion.ts'

export const deletion: typeof pl = {
  question: (type) => `Are you sure you want to delete this ${type}?`,
  types: { post: 'post', comment: 'comment', stream: 'stream', profile: 'profile', category: 'community' },
  yes: 'Delete',
  byStaff: 'Delete',
  byStaffText:
    'It goes entirely and without a reason. The author is told that it was deleted. “Remove with a reason” ' +
    'leaves its place and the reason.',
  no: 'Cancel',
}
