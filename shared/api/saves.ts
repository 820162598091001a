import * as v from 'valibot'
import { endpoint } from './contract.ts'
import { flag, id } from './fields.ts'

export const saves = {
  isSaved: endpoint({
    method: 'GET',
    path: '/api/posts/:post_id/is-saved',
    access: 'user',
    scope: 'read:private',
    rate: 'read',
    input: v.object({ post_id: id }),
    output: v.object({ is_saved: v.boolean() }),
    errors: ['post_not_found'],
    summary: 'Whether the caller saved a post',
  }),
  save: endpoint({
    method: 'POST',
    path: '/api/posts/:post_id/save',
    access: 'user',
    scope: 'write:votes',
    rate: 'vote',
    repeat: 'sets_state',
    input: v.object({ post_id: id, saved: v.optional(flag) }),
    output: v.object({ saved: v.boolean() }),
    errors: ['post_not_found'],
    summary: 'Saves or unsaves a post; without `saved` it toggles',
  }),
}
