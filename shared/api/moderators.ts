import * as v from 'valibot'
import { endpoint } from './contract.ts'
import { cursor, id, limit, nameInPath, success, time } from './fields.ts'
import { UserCard } from './shapes.ts'
import { PAGE } from '../limits.ts'

const Moderator = v.object({ user: UserCard, since: time, is_creator: v.boolean() })
export type Moderator = v.InferOutput<typeof Moderator>

const Invited = v.object({ invite_id: v.number(), user: UserCard })
export type Invited = v.InferOutput<typeof Invited>

const Invite = v.object({
  id: v.number(),
  category: v.object({ id: v.number(), name: v.string(), display_name: v.string(), is_nsfw: v.boolean() }),
  invited_by: v.nullable(v.string()),
  created_at: time,
})
export type Invite = v.InferOutput<typeof Invite>

const inviteModerator = v.object({
  category_id: id,
  username: v.pipe(v.string('required'), v.trim(), v.minLength(1, 'required'), nameInPath),
})

export const moderators = {
  list: endpoint({
    method: 'GET',
    path: '/api/categories/:category_id/moderators',
    access: 'public',
    scope: 'read',
    rate: 'read',
    input: v.object({ category_id: id }),
    output: v.object({ moderators: v.array(Moderator), invited: v.array(Invited) }),
    errors: ['category_not_found', 'admin_credential', 'not_staff'],
    summary: 'Who moderates a community, in the order of seniority; who is invited, to its staff alone',
  }),
  invite: endpoint({
    method: 'POST',
    path: '/api/categories/:category_id/moderators',
    access: 'staff',
    scope: 'moderate',
    rate: 'invite',
    status: 201,
    repeat: 'replaces',
    input: inviteModerator,
    output: v.object({ invite_id: v.number() }),
    errors: ['category_not_found', 'user_not_found', 'blocked', 'already_moderator', 'too_many_moderators'],
    summary: 'Invites a member to moderate a community; who is invited already keeps that invitation',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/categories/:category_id/moderators/:user_id',
    access: 'staff',
    scope: 'moderate',
    rate: 'write',
    input: v.object({ category_id: id, user_id: id }),
    output: success,
    errors: ['category_not_found', 'user_not_found', 'not_over_staff', 'creator_stays'],
    summary: 'Removes a moderator: the caller or who came later; the creator removes anybody; withdraws an invitation',
  }),
  invites: endpoint({
    method: 'GET',
    path: '/api/moderator-invites',
    access: 'user',
    scope: 'moderate',
    rate: 'read',
    input: v.object({ limit: limit(PAGE.list), cursor }),
    output: v.object({ invites: v.array(Invite), next_cursor: v.nullable(v.string()) }),
    errors: ['bad_cursor'],
    summary: 'Invitations that the caller has not answered, latest first',
  }),
  accept: endpoint({
    method: 'POST',
    path: '/api/moderator-invites/:invite_id/accept',
    access: 'user',
    scope: 'moderate',
    rate: 'write',
    repeat: 'succeeds_once',
    input: v.object({ invite_id: id }),
    output: success,
    errors: ['not_found', 'too_many_moderators'],
    summary: 'Makes the caller a member and moderator of the community that invited them',
  }),
  decline: endpoint({
    method: 'POST',
    path: '/api/moderator-invites/:invite_id/decline',
    access: 'user',
    scope: 'moderate',
    rate: 'write',
    repeat: 'succeeds_once',
    input: v.object({ invite_id: id }),
    output: success,
    errors: ['not_found'],
    summary: 'Declines an invitation',
  }),
}
