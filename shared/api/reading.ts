import * as v from 'valibot'
import { endpoint } from './contract.ts'
import { flag, id, time } from './fields.ts'

export const reading = {
  hide: endpoint({
    method: 'POST',
    path: '/api/posts/:post_id/hide',
    access: 'user',
    scope: 'write:votes',
    rate: 'vote',
    repeat: 'sets_state',
    input: v.object({ post_id: id, hidden: flag }),
    output: v.object({ is_hidden: v.boolean() }),
    errors: ['post_not_found'],
    summary: 'Takes a post out of the feeds of the caller, or puts it back; lists of its author keep it',
  }),
  visit: endpoint({
    method: 'POST',
    path: '/api/posts/:post_id/visit',
    access: 'user',
    scope: 'read:private',
    rate: 'write',
    repeat: 'sets_state',
    input: v.object({ post_id: id }),
    output: v.object({ visited_at: time }),
    errors: ['post_not_found'],
    summary: 'Stores that the caller has read the thread up to now: what comes later is new to them',
  }),
}
