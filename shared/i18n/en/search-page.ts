import type { searchPage as pl } from '../pl/search-page.ts'

export const searchPage: typeof pl = {
  title: 'Search results',
  titleFor: (q) => `Results for: ${q}`,
  posts: 'Posts',
  comments: 'Comments',
  communities: 'Communities',
  users: 'Users',
  sorting: 'Order of the results',
  sorts: { relevance: 'Best match', new: 'Newest', top: 'Top rated' },
  corrected: 'Also searched for:',
  invalid: 'Check what you are searching for',
  promptTitle: 'What are you looking for?',
  promptText: 'Type a word into the field at the top of the page.',
  operatorsTitle: 'You can narrow a search',
  operators: [
    ['"sourdough bread"', 'exactly this phrase'],
    ['bread -yeast', 'without this word'],
    ['in:cooking', 'in one community'],
    ['author:name', 'by one person'],
    ['after:2026-01-01 before:2026-02-01', 'from this day on, before that day'],
    ['has:image', 'with a picture; also video, link and poll'],
    ['title:sourdough', 'a word of the title'],
  ],
  noneTitle: 'No results',
  noneText: 'Try another word or a shorter phrase.',
  cut: 'Only the newest were searched. Add a word, a community or days to find older ones.',
}
