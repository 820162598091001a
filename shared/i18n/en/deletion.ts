import type { deletion as pl } from '../pl/deletion.ts'

export const deletion: typeof pl = {
  question: (type) => `Are you sure you want to delete this ${type}?`,
  types: { post: 'post', comment: 'comment', stream: 'stream', profile: 'profile', category: 'community' },
  yes: 'Delete',
  no: 'Cancel',
}
