import * as v from 'valibot'
import { endpoint } from './contract.ts'
import { cursor, flag, id, limit, nameInPath, nsfw, offset, optionalText, query, text, time } from './fields.ts'
import { AuthorRef, Category, Flair, Rule } from './shapes.ts'
import { LIMITS, PAGE } from '../limits.ts'
import { CATEGORY_NAME_PATTERN } from '../rules/category-name.ts'
import { FLAIR_COLORS } from '../rules/flairs.ts'

/** The URL of an uploaded picture or of a picture on another site, which the server never fetches. */
const pictureUrl = (issue: string) =>
  v.pipe(
    v.nullish(v.string('url')),
    v.transform((value) => value?.toWellFormed().replaceAll('\0', '').trim() || null),
    v.nullable(
      v.pipe(
        v.string(),
        v.maxLength(LIMITS.iconUrl, issue),
        v.regex(/^(https:\/\/[^\s"'<>\\]+|\/media\/[^\s"'<>\\]+)$/i, issue),
      ),
    ),
  )

export const createCategory = v.object({
  name: v.pipe(
    v.string('required'),
    v.trim(),
    v.toLowerCase(),
    v.minLength(1, 'required'),
    v.minLength(LIMITS.categoryNameMin, 'category_name_length'),
    v.maxLength(LIMITS.categoryNameMax, 'category_name_length'),
    v.regex(CATEGORY_NAME_PATTERN, 'category_name'),
  ),
  display_name: text(1, LIMITS.displayName, 'display_name_length'),
  description: optionalText(LIMITS.categoryDescription, 'description_long'),
  icon_url: pictureUrl('icon_url'),
  is_nsfw: v.optional(flag, false),
})

export const editCategory = v.object({
  category_id: id,
  display_name: v.optional(text(1, LIMITS.displayName, 'display_name_length')),
  description: v.optional(optionalText(LIMITS.categoryDescription, 'description_long')),
  icon_url: v.optional(pictureUrl('icon_url')),
  banner_url: v.optional(pictureUrl('banner_url')),
  posting: v.optional(v.picklist(['members', 'moderators'], 'invalid')),
  downvotes: v.optional(flag),
  allow_bot: v.optional(flag),
  hold_newcomers: v.optional(flag),
})

const setRules = v.object({
  category_id: id,
  rules: v.pipe(
    v.array(
      v.object({
        id: v.optional(id),
        title: text(1, LIMITS.ruleTitle, 'rule_title_length'),
        text: optionalText(LIMITS.ruleText, 'rule_text_long'),
      }),
      'invalid',
    ),
    v.maxLength(LIMITS.rules, 'too_many_rules'),
  ),
})

const setFlairs = v.object({
  category_id: id,
  flairs: v.pipe(
    v.array(
      v.object({
        id: v.optional(id),
        label: text(1, LIMITS.flairLabel, 'flair_label_length'),
        color: v.picklist(FLAIR_COLORS, 'flair_color'),
      }),
      'invalid',
    ),
    v.maxLength(LIMITS.flairs, 'too_many_flairs'),
  ),
})

const rules = v.object({ rules: v.array(Rule) })
const flairs = v.object({ flairs: v.array(Flair) })

const About = v.object({
  creator: v.nullable(v.string()),
  moderators: v.array(AuthorRef),
  rules: v.array(Rule),
  flairs: v.array(Flair),
  is_member: v.boolean(),
  is_moderator: v.boolean(),
})
export type About = v.InferOutput<typeof About>

const membership = v.object({ is_member: v.boolean(), member_count: v.number() })

/** `ban` is present for banned members only. */
const standing = v.object({
  is_member: v.boolean(),
  is_moderator: v.boolean(),
  ban: v.optional(v.object({ until: v.nullable(time) })),
})
export type Standing = v.InferOutput<typeof standing>

export const categories = {
  list: endpoint({
    method: 'GET',
    path: '/api/categories',
    access: 'public',
    scope: 'read',
    rate: 'read',
    input: v.object({ search: query, limit: limit(PAGE.list), offset, nsfw }),
    output: v.array(Category),
    errors: ['search_too_broad'],
    summary: 'Communities of a variant, most members first; the header X-Total-Count has their number',
  }),
  joined: endpoint({
    method: 'GET',
    path: '/api/account/communities',
    access: 'user',
    scope: 'read:private',
    rate: 'read',
    input: v.object({ nsfw, limit: limit(PAGE.list), cursor }),
    output: v.object({
      categories: v.array(v.object({ ...Category.entries, created_at: time, is_moderator: v.boolean() })),
      next_cursor: v.nullable(v.string()),
    }),
    errors: ['bad_cursor'],
    summary: 'The communities of a variant that the caller joined',
  }),
  byName: endpoint({
    method: 'GET',
    path: '/api/categories/by-name/:name',
    access: 'public',
    scope: 'read',
    rate: 'read',
    input: v.object({ name: nameInPath }),
    output: Category,
    errors: ['category_not_found'],
    summary: 'One community by its name',
  }),
  about: endpoint({
    method: 'GET',
    path: '/api/categories/:category_id/about',
    access: 'public',
    scope: 'read',
    rate: 'read',
    input: v.object({ category_id: id }),
    output: About,
    errors: ['category_not_found'],
    summary: 'What the page of a community shows besides its posts, and what the caller is there',
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/categories',
    access: 'user',
    scope: 'moderate',
    rate: 'community',
    status: 201,
    idempotent: true,
    input: createCategory,
    output: Category,
    errors: ['community_not_allowed', 'name_taken', 'invalid'],
    summary: 'Creates a community; its creator becomes member and moderator',
  }),
  edit: endpoint({
    method: 'PATCH',
    path: '/api/categories/:category_id',
    access: 'staff',
    scope: 'moderate',
    rate: 'edit',
    input: editCategory,
    output: Category,
    errors: ['category_not_found', 'invalid'],
    summary: 'Changes the given settings of a community; its moderators and admins',
  }),
  rules: endpoint({
    method: 'GET',
    path: '/api/categories/:category_id/rules',
    access: 'public',
    scope: 'read',
    rate: 'read',
    input: v.object({ category_id: id }),
    output: rules,
    errors: ['category_not_found'],
    summary: 'The rules of a community in their order',
  }),
  setRules: endpoint({
    method: 'PUT',
    path: '/api/categories/:category_id/rules',
    access: 'staff',
    scope: 'moderate',
    rate: 'edit',
    input: setRules,
    output: rules,
    errors: ['category_not_found', 'invalid'],
    summary: 'Sets the rules of a community; one with an id stays the same rule',
  }),
  flairs: endpoint({
    method: 'GET',
    path: '/api/categories/:category_id/flairs',
    access: 'public',
    scope: 'read',
    rate: 'read',
    input: v.object({ category_id: id }),
    output: flairs,
    errors: ['category_not_found'],
    summary: 'The flairs that posts of a community may have, in their order',
  }),
  setFlairs: endpoint({
    method: 'PUT',
    path: '/api/categories/:category_id/flairs',
    access: 'staff',
    scope: 'moderate',
    rate: 'edit',
    input: setFlairs,
    output: flairs,
    errors: ['category_not_found', 'invalid'],
    summary: 'Sets the flairs of a community; posts lose those that are left out',
  }),
  membership: endpoint({
    method: 'GET',
    path: '/api/categories/:category_id/membership',
    access: 'user',
    scope: 'read',
    rate: 'read',
    input: v.object({ category_id: id }),
    output: standing,
    errors: ['category_not_found'],
    summary: 'What the caller is in a community',
  }),
  creator: endpoint({
    method: 'GET',
    path: '/api/categories/:category_id/creator',
    access: 'public',
    scope: 'read',
    rate: 'read',
    input: v.object({ category_id: id }),
    output: v.object({ username: v.nullable(v.string()) }),
    errors: ['category_not_found'],
    summary: 'Who created a community',
  }),
  join: endpoint({
    method: 'POST',
    path: '/api/categories/:category_id/join',
    access: 'user',
    scope: 'write:follows',
    rate: 'follow',
    repeat: 'sets_state',
    input: v.object({ category_id: id }),
    output: membership,
    errors: ['category_not_found'],
    summary: 'Makes the caller a member',
  }),
  leave: endpoint({
    method: 'POST',
    path: '/api/categories/:category_id/leave',
    access: 'user',
    scope: 'write:follows',
    rate: 'follow',
    repeat: 'sets_state',
    input: v.object({ category_id: id }),
    output: membership,
    errors: ['category_not_found', 'creator_stays'],
    summary: 'Ends the membership of the caller',
  }),
}
