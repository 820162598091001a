import * as v from 'valibot'
import { endpoint } from './contract.ts'
import { id, limit, offset } from './fields.ts'
import { UserCard } from './shapes.ts'
import { PAGE } from '../limits.ts'

const followed = v.object({ is_following: v.boolean(), follower_count: v.number() })

export const follows = {
  isFollowing: endpoint({
    method: 'GET',
    path: '/api/users/:user_id/is-following',
    access: 'user',
    scope: 'read',
    rate: 'read',
    input: v.object({ user_id: id }),
    output: v.object({ is_following: v.boolean() }),
    errors: ['user_not_found'],
    summary: 'Whether the caller follows a member',
  }),
  follow: endpoint({
    method: 'POST',
    path: '/api/users/:user_id/follow',
    access: 'user',
    scope: 'write:follows',
    rate: 'follow',
    repeat: 'sets_state',
    input: v.object({ user_id: id }),
    output: followed,
    errors: ['user_not_found', 'self', 'blocked'],
    summary: 'Follows a member',
  }),
  unfollow: endpoint({
    method: 'DELETE',
    path: '/api/users/:user_id/unfollow',
    access: 'user',
    scope: 'write:follows',
    rate: 'follow',
    input: v.object({ user_id: id }),
    output: followed,
    errors: ['user_not_found', 'self'],
    summary: 'Stops following a member',
  }),
  followers: endpoint({
    method: 'GET',
    path: '/api/users/:user_id/followers',
    access: 'public',
    scope: 'read',
    rate: 'read',
    input: v.object({ user_id: id, limit: limit(PAGE.list), offset }),
    output: v.array(UserCard),
    errors: ['user_not_found'],
    summary: 'Who follows a member, latest first',
  }),
  following: endpoint({
    method: 'GET',
    path: '/api/users/:user_id/following',
    access: 'public',
    scope: 'read',
    rate: 'read',
    input: v.object({ user_id: id, limit: limit(PAGE.list), offset }),
    output: v.array(UserCard),
    errors: ['user_not_found'],
    summary: 'Whom a member follows, latest first',
  }),
}
