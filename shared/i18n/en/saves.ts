import type { saves as pl } from '../pl/saves.ts'

export const saves: typeof pl = {
  save: 'Save',
  saved: 'Saved',
  signIn: 'You need to be logged in to save posts',
  failed: 'An error occurred',
  title: 'Saved posts',
  savedAgo: (time) => `Saved ${time}`,
  emptyTitle: 'You have no saved posts',
  emptyText: 'Save a post and you will find it here.',
  read: 'Browse posts',
  loadFailed: 'The saved posts could not be loaded',
}
