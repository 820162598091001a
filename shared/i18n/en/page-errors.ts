import type { pageErrors as pl } from '../pl/page-errors.ts'

export const pageErrors: typeof pl = {
  not_found: { title: 'There is no such page', text: 'The address is wrong, or the page is gone.' },
  bad_id: { title: 'There is no such page', text: 'The address is wrong, or the page is gone.' },
  bad_cursor: { title: 'This page of the list is gone', text: 'The address is wrong or out of date.' },
  post_not_found: { title: 'Post not found', text: 'This post does not exist or was deleted.' },
  comment_not_found: { title: 'Comment not found', text: 'This comment does not exist or was deleted.' },
  user_not_found: { title: 'User not found', text: 'There is nobody of this name.' },
  profile_failed: { title: 'Failed to load the profile', text: 'Please try again in a moment.' },
  category_not_found: { title: 'Community not found', text: 'This community does not exist or was deleted.' },
  not_staff: { title: 'This page is for moderators', text: 'You do not moderate this community.' },
  not_signed_in: { title: 'You need to log in', text: 'This page is for members.' },
  too_many_requests: { title: 'Too many requests', text: 'Please try again in a moment.' },
  search_too_broad: {
    title: 'This search is too broad',
    text: 'It could not be finished in reasonable time. Add a word, a community or an author and try again.',
  },
  offline: { title: 'No connection', text: 'Check your connection and try again. Nothing that you wrote is lost.' },
}
