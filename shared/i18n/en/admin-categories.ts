import { counted, formatNumber } from '../plural.ts'
import type { adminCategories as pl } from '../pl/admin-categories.ts'

export const adminCategories: typeof pl = {
  heading: 'Communities',
  search: 'Search by name',
  name: 'Name',
  displayName: 'Display name',
  nsfw: 'NSFW',
  members: 'Members',
  posts: 'Posts',
  date: 'Date',
  manageOf: (name) => `Rules, flairs and moderators: r/${name}`,
  toList: 'Back to the list',
  remove: (name) => `Delete community r/${name}`,
  removeText: (name, posts, members) =>
    `r/${name} disappears from the site at once, and ${counted('en', posts, { one: 'post', other: 'posts' })} ` +
    'with it. ' +
    `Members: ${formatNumber('en', members)}.`,
  emptyTitle: 'There are no communities here',
  emptyText: 'Communities appear here once somebody founds them.',
  notFound: 'No community matches the search',
}
