import type { saves as pl } from '../pl/saves.ts'

export const saves: typeof pl = {
  save: 'Save',
  saved: 'Saved',
  signIn: 'You need to be logged in to save posts',
  failed: 'An error occurred',
}
