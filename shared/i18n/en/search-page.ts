import type { searchPage as pl } from '../pl/search-page.ts'

export const searchPage: typeof pl = {
  title: 'Search results',
  titleFor: (q) => `Results for: ${q}`,
  posts: 'Posts',
  users: 'Users',
  promptTitle: 'What are you looking for?',
  promptText: 'Type a word into the field at the top of the page.',
  noneTitle: 'No results',
  noneText: 'Try another word or a shorter phrase.',
}
