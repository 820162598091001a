import * as v from 'valibot'
import { endpoint } from './contract.ts'
import { cursor, flag, id, limit, success, text, time } from './fields.ts'
import { LIMITS, PAGE } from '../limits.ts'
import { conditionsOf, FILTER_ACTIONS, FILTER_FIELDS, FILTER_OPS, isCondition } from '../rules/filters.ts'

const Value = v.union(
  [
    text(1, LIMITS.filterValue, 'filter_value'),
    v.pipe(
      v.number(),
      v.integer('filter_condition'),
      v.minValue(-LIMITS.filterNumber, 'range'),
      v.maxValue(LIMITS.filterNumber, 'range'),
    ),
    v.literal(true),
  ],
  'filter_value',
)

const Condition = v.pipe(
  v.object({
    field: v.picklist(FILTER_FIELDS, 'filter_condition'),
    op: v.picklist(FILTER_OPS, 'filter_condition'),
    value: Value,
  }),
  v.check((condition) => isCondition(condition), 'filter_condition'),
)

const conditions = v.optional(v.array(Condition, 'filter_match'))

/** A filter matches if all conditions of `all` and at least one of `any` match. */
const Match = v.pipe(
  v.object({ any: conditions, all: conditions }, 'filter_match'),
  v.check((match) => conditionsOf(match).length > 0, 'filter_match'),
  v.check((match) => conditionsOf(match).length <= LIMITS.filterConditions, 'filter_conditions'),
)

export const Filter = v.object({
  id: v.number(),
  category_id: v.nullable(v.number()),
  name: v.string(),
  is_enabled: v.boolean(),
  action: v.picklist(FILTER_ACTIONS),
  match: v.object({ any: conditions, all: conditions }),
  hits_30d: v.number(),
})
export type Filter = v.InferOutput<typeof Filter>

const name = text(1, LIMITS.filterName, 'filter_name')
const action = v.picklist(FILTER_ACTIONS, 'filter_action')
const confirm = v.optional(flag, false)

const createFilter = v.object({
  category_id: v.nullish(id),
  name,
  action,
  match: Match,
  is_enabled: v.optional(flag, true),
  confirm,
})

const sample = v.object({
  type: v.picklist(['post', 'comment']),
  id: v.number(),
  title: v.string(),
  excerpt: v.string(),
  author: v.nullable(v.object({ username: v.string() })),
  created_at: time,
})
export type FilterSample = v.InferOutput<typeof sample>

/** Moderators may make these calls for their own communities only; `category_id` null means the whole site. */
export const filters = {
  list: endpoint({
    method: 'GET',
    path: '/api/moderation/filters',
    access: 'staff',
    scope: 'moderate',
    rate: 'read',
    input: v.object({ category_id: v.nullish(id), cursor, limit: limit(PAGE.filters) }),
    output: v.object({ filters: v.array(Filter), next_cursor: v.nullable(v.string()) }),
    errors: ['not_staff', 'category_not_found', 'bad_cursor'],
    summary:
      'The filters of a community, or without `category_id` those of the whole site, with what they caught in ' +
      'the last 30 days',
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/moderation/filters',
    access: 'staff',
    scope: 'moderate',
    rate: 'write',
    status: 201,
    idempotent: 'at_end',
    input: createFilter,
    output: Filter,
    errors: ['not_staff', 'category_not_found', 'too_many_filters', 'too_broad', 'invalid'],
    summary:
      'Adds a filter. `too_broad` {checked, matched}: enabled it would have caught more than a fifth of the last ' +
      'week; `confirm` enables it all the same',
  }),
  test: endpoint({
    method: 'POST',
    path: '/api/moderation/filters/test',
    whileReadOnly: 'allowed',
    access: 'staff',
    scope: 'moderate',
    rate: 'filter_test',
    repeat: 'writes_nothing',
    input: v.object({
      match: Match,
      category_id: v.nullish(id),
      days: v.pipe(
        v.number('number'),
        v.integer('number'),
        v.minValue(1, 'range'),
        v.maxValue(LIMITS.filterDays, 'range'),
      ),
    }),
    output: v.object({
      checked: v.number(),
      matched: v.number(),
      samples: v.array(sample),
      is_cut: v.optional(v.literal(true)),
    }),
    errors: ['not_staff', 'category_not_found', 'invalid'],
    summary:
      'What a filter would have caught in the last days, and the newest 20 of it; `is_cut` where only the newest ' +
      '5,000 posts and comments, or fewer long ones, were read. Nothing is changed',
  }),
  edit: endpoint({
    method: 'PATCH',
    path: '/api/moderation/filters/:filter_id',
    access: 'staff',
    scope: 'moderate',
    rate: 'write',
    input: v.object({
      filter_id: id,
      name: v.optional(name),
      action: v.optional(action),
      match: v.optional(Match),
      is_enabled: v.optional(flag),
      confirm,
    }),
    output: Filter,
    errors: ['not_staff', 'not_found', 'too_many_filters', 'too_broad', 'invalid'],
    summary: 'Changes a filter, or switches it on or off',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/moderation/filters/:filter_id',
    access: 'staff',
    scope: 'moderate',
    rate: 'write',
    input: v.object({ filter_id: id }),
    output: success,
    errors: ['not_staff', 'not_found'],
    summary: 'Deletes a filter; what it caught stays as it is',
  }),
}
