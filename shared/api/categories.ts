import * as v from 'valibot'
import { endpoint } from './contract.ts'
import { flag, id, limit, nameInPath, nsfw, offset, optionalText, query, text } from './fields.ts'
import { Category } from './shapes.ts'
import { LIMITS, PAGE } from '../limits.ts'
import { CATEGORY_NAME_PATTERN } from '../rules/category-name.ts'

/** Never fetched by the server. */
const iconUrl = v.pipe(
  v.nullish(v.string('url')),
  v.transform((value) => value?.toWellFormed().replaceAll('\0', '').trim() || null),
  v.nullable(v.pipe(v.string(), v.maxLength(LIMITS.iconUrl, 'icon_url'), v.regex(/^(https:\/\/[^\s"'<>\\]+|\/media\/[^\s"'<>\\]+)$/i, 'icon_url'))),
)

export const createCategory = v.object({
  name: v.pipe(
    v.string('required'), v.trim(), v.toLowerCase(), v.minLength(1, 'required'),
    v.minLength(LIMITS.categoryNameMin, 'category_name_length'), v.maxLength(LIMITS.categoryNameMax, 'category_name_length'),
    v.regex(CATEGORY_NAME_PATTERN, 'category_name'),
  ),
  display_name: text(1, LIMITS.displayName, 'display_name_length'),
  description: optionalText(LIMITS.categoryDescription, 'description_long'),
  icon_url: iconUrl,
  is_nsfw: v.optional(flag, false),
})

const membership = v.object({ is_member: v.boolean(), member_count: v.number() })

export const categories = {
  list: endpoint({
    method: 'GET', path: '/api/categories', access: 'public', rate: 'read',
    input: v.object({ search: query, limit: limit(PAGE.list), offset, nsfw }),
    output: v.array(Category),
    summary: 'Communities of a variant, most members first; the header X-Total-Count has their number',
  }),
  byName: endpoint({
    method: 'GET', path: '/api/categories/by-name/:name', access: 'public', rate: 'read',
    input: v.object({ name: nameInPath }), output: Category,
    errors: ['category_not_found'],
    summary: 'One community by its name',
  }),
  create: endpoint({
    method: 'POST', path: '/api/categories', access: 'user', rate: 'community', status: 201, idempotent: true,
    input: createCategory, output: Category,
    errors: ['name_taken', 'invalid'],
    summary: 'Creates a community; its creator becomes member and moderator',
  }),
  membership: endpoint({
    method: 'GET', path: '/api/categories/:category_id/membership', access: 'user', rate: 'read',
    input: v.object({ category_id: id }), output: v.object({ is_member: v.boolean(), is_moderator: v.boolean() }),
    errors: ['category_not_found'],
    summary: 'What the caller is in a community',
  }),
  creator: endpoint({
    method: 'GET', path: '/api/categories/:category_id/creator', access: 'public', rate: 'read',
    input: v.object({ category_id: id }), output: v.object({ username: v.nullable(v.string()) }),
    errors: ['category_not_found'],
    summary: 'Who created a community',
  }),
  join: endpoint({
    method: 'POST', path: '/api/categories/:category_id/join', access: 'user', rate: 'follow',
    input: v.object({ category_id: id }), output: membership,
    errors: ['category_not_found'],
    summary: 'Makes the caller a member',
  }),
  leave: endpoint({
    method: 'POST', path: '/api/categories/:category_id/leave', access: 'user', rate: 'follow',
    input: v.object({ category_id: id }), output: membership,
    errors: ['category_not_found', 'creator_stays'],
    summary: 'Ends the membership of the caller',
  }),
}
