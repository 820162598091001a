import { counted, formatNumber } from '../plural.ts'
import type { posts as pl } from '../pl/posts.ts'

export const posts: typeof pl = {
  homeDescription: (site) => `${site}: conversations about everything, in Polish and English. Read, comment, vote.`,
  sorting: 'Order',
  sorts: { hot: 'Popular', new: 'Newest', top: 'Top', controversial: 'Controversial' },
  feedsLabel: 'What you read',
  feeds: { joined: 'Mine', all: 'All', following: 'Following' },
  feedTitles: { joined: 'My communities', all: 'All conversations', following: 'People I follow' },
  window: 'Period',
  windows: { day: 'Last 24 hours', week: 'Last week', month: 'Last month', year: 'Last year', all: 'All time' },
  empty: {
    joined: { title: 'Your communities are still quiet', text: 'Posts of the communities that you joined will appear here.', action: 'Browse communities' },
    all: { title: 'Nothing here yet', text: 'Posts from all communities will appear here.', action: 'Write a post' },
    following: { title: 'Nothing yet from people you follow', text: 'Follow somebody on their profile and their posts will appear here.', action: 'Show all posts' },
    window: { title: 'Nothing in this period', text: 'Choose a longer period to see older posts.', action: 'Show all' },
  },
  count: (n) => counted('en', n, { one: 'post', other: 'posts' }),
  loadMore: 'Load more',
  loadFailed: 'The posts could not be loaded',
  end: 'That is all the posts!',
  shown: (shown, total) => `Showing ${formatNumber('en', shown)} of ${formatNumber('en', total)} posts`,
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
