import * as v from 'valibot'
import { endpoint } from './contract.ts'
import { id } from './fields.ts'
import { Poll } from './shapes.ts'

export const polls = {
  vote: endpoint({
    method: 'POST',
    path: '/api/posts/:post_id/poll-vote',
    access: 'user',
    scope: 'write:votes',
    rate: 'vote',
    repeat: 'sets_state',
    input: v.object({ post_id: id, option_id: id }),
    output: v.object({ poll: Poll }),
    errors: ['post_not_found', 'not_found', 'invalid', 'voted', 'closed', 'removed', 'banned'],
    summary: "Casts the caller's one vote in the poll of a post",
  }),
}
