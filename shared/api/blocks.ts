import * as v from 'valibot'
import { endpoint } from './contract.ts'
import { id, limit, offset, time } from './fields.ts'
import { PAGE } from '../limits.ts'

const blocked = v.object({ is_blocked: v.boolean() })

export const blocks = {
  isBlocked: endpoint({
    method: 'GET',
    path: '/api/users/:user_id/is-blocked',
    access: 'user',
    scope: 'read:private',
    rate: 'read',
    input: v.object({ user_id: id }),
    output: blocked,
    errors: ['user_not_found'],
    summary: 'Whether the caller blocked a member',
  }),
  block: endpoint({
    method: 'POST',
    path: '/api/users/:user_id/block',
    access: 'user',
    scope: 'write:follows',
    rate: 'write',
    repeat: 'sets_state',
    input: v.object({ user_id: id }),
    output: blocked,
    errors: ['user_not_found', 'self'],
    summary: 'Blocks a member; ends follows both ways',
  }),
  unblock: endpoint({
    method: 'DELETE',
    path: '/api/users/:user_id/unblock',
    access: 'user',
    scope: 'write:follows',
    rate: 'write',
    input: v.object({ user_id: id }),
    output: blocked,
    errors: ['user_not_found', 'self'],
    summary: 'Unblocks a member',
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/users/blocked/list',
    access: 'user',
    scope: 'read:private',
    rate: 'read',
    input: v.object({ limit: limit(PAGE.list), offset }),
    output: v.object({ blocked_users: v.array(v.object({ id: v.number(), username: v.string(), blocked_at: time })) }),
    summary: 'Whom the caller blocked, latest first',
  }),
}
