import { counted } from '../plural.ts'
import type { adminPosts as pl } from '../pl/admin-posts.ts'

export const adminPosts: typeof pl = {
  heading: 'Posts',
  search: 'Search in titles and text',
  title: 'Title',
  content: 'Text',
  author: 'Author',
  category: 'Community',
  upvotes: 'Up',
  downvotes: 'Down',
  date: 'Date',
  nsfw: 'NSFW',
  deletedAuthor: '[deleted]',
  remove: (title) => `Delete the post “${title}”`,
  removeText: (title, comments) =>
    `“${title}” disappears from the site at once, and ` +
    `${counted('en', comments, { one: 'comment', other: 'comments' })} with it.`,
  choose: 'Choice',
  chooseOne: (title) => `Choose the post “${title}”`,
  chooseAll: 'Choose all on this page',
  chosen: (n) => `${counted('en', n, { one: 'post', other: 'posts' })} chosen`,
  removeChosen: 'Delete chosen',
  removeMany: (n) =>
    `Are you sure you want to delete ${counted('en', n, { one: 'chosen post', other: 'chosen posts' })}?`,
  removeManyText: 'They disappear from the site at once, with their comments:',
  more: (n) => `and ${counted('en', n, { one: 'more post', other: 'more posts' })}`,
  emptyTitle: 'There are no posts here',
  emptyText: 'Posts appear here once somebody writes them.',
  notFound: 'No post matches the search',
}
