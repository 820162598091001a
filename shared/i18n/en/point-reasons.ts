import type { pointReasons as pl } from '../pl/point-reasons.ts'

export const pointReasons: typeof pl = {
  post: 'New post',
  comment: 'New comment',
  upvote: 'Upvote from someone',
  downvote: 'Downvote from someone',
  community: 'New community',
  post_reversed: 'Deleted post',
  comment_reversed: 'Deleted comment',
  upvote_reversed: 'Upvote taken back',
  downvote_reversed: 'Downvote taken back',
  removal: 'Content removed by moderators',
  removal_reversed: 'Content restored by moderators',
  community_reversed: 'Deleted community',
}
