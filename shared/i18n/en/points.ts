import type { Texts } from '../pl.ts'

export const points: Texts['points'] = {
  reasons: {
    post: 'New post',
    comment: 'New comment',
    upvote: 'Upvote from someone',
    downvote: 'Downvote from someone',
    community: 'New community',
    post_reversed: 'Deleted post',
    comment_reversed: 'Deleted comment',
    upvote_reversed: 'Upvote taken back',
    downvote_reversed: 'Downvote taken back',
    community_reversed: 'Deleted community',
  },
}
