import * as v from 'valibot'
import { endpoint } from './contract.ts'
import { cursor, limit, mediaUrl, nameInPath, nsfw, offset, optionalText, query, success } from './fields.ts'
import { Comment, Post, Profile, SessionUser, UserCard } from './shapes.ts'
import { LIMITS, PAGE } from '../limits.ts'

const Me = v.object({ ...SessionUser.entries, bio: v.string(), wpoints: v.number() })
export type Me = v.InferOutput<typeof Me>

export const editMe = v.object({
  bio: v.optional(optionalText(LIMITS.bio, 'bio_long')),
  avatar_url: v.optional(mediaUrl),
})

export const users = {
  search: endpoint({
    method: 'GET',
    path: '/api/users/search',
    access: 'public',
    scope: 'read',
    rate: 'search',
    input: v.object({ q: query, limit: limit(PAGE.userSearch), offset }),
    output: v.array(UserCard),
    errors: ['search_too_broad'],
    summary: 'Members by name: prefix first, then what is spelt alike',
  }),
  me: endpoint({
    method: 'GET',
    path: '/api/users/me',
    access: 'user',
    scope: 'read',
    rate: 'read',
    input: v.object({}),
    output: Me,
    summary: 'The own account',
  }),
  editMe: endpoint({
    method: 'PATCH',
    path: '/api/users/me',
    access: 'user',
    scope: null,
    rate: 'write',
    input: editMe,
    output: Me,
    errors: ['invalid'],
    summary: 'Changes the own bio and avatar; the avatar is an unused picture of the caller, or null',
  }),
  removeMe: endpoint({
    method: 'DELETE',
    path: '/api/users/me',
    access: 'user',
    scope: null,
    rate: 'login',
    from: 'json',
    whileSuspended: true,
    input: v.object({
      password: v.pipe(v.string('required'), v.minLength(1, 'required'), v.maxLength(1000)),
      content: v.optional(v.picklist(['keep', 'remove'], 'content_choice'), 'keep'),
    }),
    output: success,
    errors: ['bad_credentials', 'last_admin'],
    summary: 'Deletes the own account',
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/users/:username',
    access: 'public',
    scope: 'read',
    rate: 'read',
    input: v.object({ username: nameInPath, nsfw }),
    output: v.object({
      user: Profile,
      recent_posts: v.array(Post),
      recent_comments: v.array(Comment),
      post_count: v.number(),
      comment_count: v.number(),
    }),
    errors: ['user_not_found'],
    summary: 'A profile with its latest posts and comments of a variant',
  }),
  comments: endpoint({
    method: 'GET',
    path: '/api/users/:username/comments',
    access: 'public',
    scope: 'read',
    rate: 'read',
    input: v.object({ username: nameInPath, nsfw, limit: limit(PAGE.recent), offset, cursor }),
    output: v.object({ comments: v.array(Comment), total: v.number(), next_cursor: v.nullable(v.string()) }),
    errors: ['user_not_found', 'bad_cursor'],
    summary: 'The comments of a member, newest first',
  }),
}
