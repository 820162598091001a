import * as v from 'valibot'
import { endpoint } from './contract.ts'
import { id } from './fields.ts'
import { Vote } from './shapes.ts'

const value = v.pipe(
  v.picklist([-1, 0, 1, '-1', '0', '1'], 'vote'),
  v.transform((vote) => Number(vote) as -1 | 0 | 1),
)

const counts = v.object({ upvotes: v.number(), downvotes: v.number(), user_vote: Vote })

export const votes = {
  post: endpoint({
    method: 'POST',
    path: '/api/votes/:post_id',
    access: 'user',
    scope: 'write:votes',
    rate: 'vote',
    repeat: 'sets_state',
    input: v.object({ post_id: id, value }),
    output: counts,
    errors: ['post_not_found', 'downvotes_off', 'removed', 'banned'],
    summary: "Sets the caller's vote on a post",
  }),
  comment: endpoint({
    method: 'POST',
    path: '/api/votes/comment/:comment_id',
    access: 'user',
    scope: 'write:votes',
    rate: 'vote',
    repeat: 'sets_state',
    input: v.object({ comment_id: id, value }),
    output: counts,
    errors: ['comment_not_found', 'downvotes_off', 'removed', 'banned'],
    summary: "Sets the caller's vote on a comment",
  }),
}
