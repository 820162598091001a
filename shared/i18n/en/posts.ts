import { counted, formatNumber } from '../plural.ts'
import type { posts as pl } from '../pl/posts.ts'

export const posts: typeof pl = {
  homeTitle: 'All conversations',
  homeDescription: (site) => `${site}: conversations about everything, in Polish and English. Read, comment, vote.`,
  sorting: 'Order',
  sorts: { hot: 'Popular', new: 'Newest', top: 'Top', controversial: 'Controversial' },
  count: (n) => counted('en', n, { one: 'post', other: 'posts' }),
  loadMore: 'Load more',
  loadFailed: 'The posts could not be loaded',
  end: 'That is all the posts!',
  shown: (shown, total) => `Showing ${formatNumber('en', shown)} of ${formatNumber('en', total)} posts`,
  emptyTitle: 'Nothing here yet',
  emptyText: 'Posts from all communities will appear here.',
  writePost: 'Write a post',
  commentsWord: (n) => (n === 1 ? 'Comment' : 'Comments'),
  deletedAuthor: '[deleted]',
  showSpoiler: 'Show spoiler',
  hideSpoiler: 'Hide spoiler',
  link: (domain) => `Open the link: ${domain}`,
  edited: 'edited',
  imageOf: (title) => `Image of the post: ${title}`,
  videoOf: (title) => `Video of the post: ${title}`,
}
